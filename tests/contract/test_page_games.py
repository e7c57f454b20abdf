"""Games that are links, played by the page's own worker in Node: frame for frame as Python plays them."""

import json
from hashlib import sha256

import numpy as np
import pytest

from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.players import player
from tests.support.node import KERNELS, node

PRESETS = "v26", "v17", "v12"
SEARCHES = "champion?alpha=0.2,opening_search=0,campaign_search=0,war_every=0,combat_search=8,rival_search=4"
CHANGED = "v26?alpha=0.2", "v17?enemy_ROI=-1,fixed_hold=on", SEARCHES, "v12?seed=1099511627779"
CHEAPER = "champion?opening_search=6,campaign_search=2,combat_search=8"
GAMES = [
    (20, 20, 0, ["v26", "v17"]), (50, 50, 1, ["v17", "v12"]), (31, 17, 2, ["v12", CHANGED[0]]),
    (33, 20, 3, CHANGED[:3]), (41, 23, 4, [*CHANGED[1:], "v26"]), (25, 25, 5, [*CHANGED[2:], *PRESETS]),
    (30, 36, 6, [CHANGED[3], *PRESETS, *CHANGED[:2]]), (20, 20, 3, ["champion", "v26"]),
    (20, 20, 4, ["v26", CHEAPER, "v17"]), (20, 20, 5, ["v26?war_every=8", "v17?opening_search=6", "v26"]),
]  # fmt: skip

# What the worker makes of links: sides, frames and digests of a game's layers, or why it cannot be played.
PLAYED = """await (async (kernels) => {
    const { createHash } = await import("node:crypto"), { table } = kernels;
    let last;
    globalThis.postMessage = (message) => (last = message);
    globalThis.onmessage({ data: { kernels } });
    const played = (link) => {
        const asked = readGame(table, link), players = asked.players.map((text) => playerOf(table, text));
        globalThis.onmessage({ data: { kind: "game", question: { ...asked, players, isKept: true } } });
        if (last.problem) throw new Error(last.problem);
        const { width, height, frames, ...layers } = last.answer.game;
        const digest = (layer) => createHash("sha256").update(layers[layer]).digest("hex");
        return [width, height, frames, ...["production", "owner", "strength", "moves"].map(digest)];
    };
    return it.map((link) => { try { return played(link); } catch ({ message }) { return message; } });
})"""


def link(width, height, seed, players):
    return f"#{width}x{height}&seed={seed}" + "".join(f"&{s}={p}" for s, p in zip("abcdef", players, strict=False))


def in_the_page(*links):
    modules = {"think/worker.js": "", "lab/games.js": "playerOf, readGame"}
    return node(modules, f"{PLAYED}({KERNELS})", links)


def in_python(width, height, seed, notations):
    state = generate(width, height, len(notations), seed)
    seats = [player(each.replace(",", "&")).parameters for each in notations]
    replay = Arena(state.height, state.width).play(seats, state, record=True).replay
    layers = replay.production, replay.owner, replay.strength, replay.moves
    digests = [sha256(layer.astype(np.uint8).tobytes()).hexdigest() for layer in layers]
    return [state.width, state.height, replay.turns + 1, *digests]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: link(*game))
def test_a_link_is_played_frame_for_frame_as_in_python(game):
    assert in_the_page(link(*game)) == [in_python(*game)]


ABSURD = [
    ("#30x30", "seed"),
    ("#30x30&seed=7", "two to six players"),
    ("#30x30&seed=7&a=v26&c=v26", "two to six players"),
    ("#30x30&seed=1e3&a=v26&b=v26", "whole number"),
    ("#30x30&seed=4294967296&a=v26&b=v26", "no map"),
    ("#0x30&seed=7&a=v26&b=v26", "no map"),
    ("#101x100&seed=7&a=v26&b=v26", "no map"),
    ("#999999999999999x3&seed=7&a=v26&b=v26", "whole number"),
    ("#30x30&seed=7&a=constructor&b=v26", "no preset"),
    ("#30x30&seed=7&a=v26?alpha=NaN&b=v26", "alpha"),
    ("#30x30&seed=7&a=v26?fixed_hold=maybe&b=v26", "on or off"),
    ("#30x30&seed=7&a=v26?pact=someone&b=v26", "everybody"),
    ("#30x30&seed=7&a=v26?__proto__=1&b=v26", "no parameter"),
    ("#30x30&seed=7&a=v26?alfa=1&b=v26", 'no parameter "alfa"; alpha?'),
    ("#30x30&seed=7&a=<img src=x onerror=alert(1)>&b=v26", "no preset"),
]


def test_an_absurd_link_says_what_is_wrong():
    for (address, complaint), said in zip(ABSURD, in_the_page(*(address for address, _ in ABSURD)), strict=True):
        assert complaint in said, address


BOARD_READ = """(async () => readPlanes(new TextEncoder().encode(it), "link"))()
    .then(({ width, height }) => [width, height], ({ message }) => [message])"""


@pytest.mark.parametrize(("change", "said"), [
    ({"width": 0}, "width must be a whole number"),
    ({"width": 0, "frames": 3e9}, "width must be a whole number"),
    ({"players": "ab"}, "names of players"),
    ({"players": []}, "belongs to player 1"),
])  # fmt: skip
def test_a_board_link_with_impossible_numbers_is_refused(change, said):
    """The page compared only a count of bytes, and never returned from 3,000,000,000 frames of no squares."""
    right = {"width": 1, "height": 1, "frames": 1, "players": ["a"]}
    read = {"core/replay.js": "readPlanes"}
    assert node(read, BOARD_READ, json.dumps(right) + "\n\x01\x05\x01") == [1, 1]
    assert said in node(read, BOARD_READ, json.dumps(right | change) + "\n\x01\x05\x01")[0]
