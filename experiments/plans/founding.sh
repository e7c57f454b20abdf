#!/usr/bin/env bash
# Every question of the ledger's first entries, as it was asked, and four later ones about the pact. Run again it plays
# only what is not stored yet, and writes nothing that is written already. Arguments go to each match: --workers 2,
# --database FILE, ...
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

ask() {
  local question=$1
  shift
  # An undecided test (exit code 1) is an answer too, and the next question is still to be asked.
  python3 -m experiments match --publish --question "$question" "$@" || [ $? -eq 1 ]
}

ask "Is v26 stronger than v17?" v26 v17 --sprt 0,10 --further 250 "$@"
ask "Is v26 stronger than v12?" v26 v12 --sprt 0,10 --further 250 "$@"
ask "Is v17 stronger than v12?" v17 v12 --sprt 0,10 --further 250 "$@"

# An ablation passes when v26 without the idea is as good as v26, and fails when that costs 10 Elo.
# fixed_hold=on is "hold 5": five turns of production also in combat, where v26 asks for seven.
for change in dodge=off red_green=off strategic_stilling=off fixed_hold=on pact=off; do
  for seats in 2 4; do
    most=1000 size=250
    [ "$seats" -eq 2 ] || { most=400; size=100; }
    ask "Is v26 with $change as good as v26, $seats players?" \
      "v26?$change" v26 --players "$seats" --sprt=-10,0 --most $most --further $size "$@"
  done
done

# The pact's wall, and the pact that v26's author meant, on held-out maps with sizes fixed beforehand.
contest() {
  ask "$@" --held-out --mix contest
}

contest "What is wall_factor worth to v26, 2 players?" v26 "v26?wall_factor=1" --first 124000 --blocks 300 "$@"
contest "What is wall_factor worth to v26, against three without it, 4 players?" v26 "v26?wall_factor=1" --players 4 \
  --first 124400 --blocks 100 "$@"
contest "Is a pact until they met better than a pact with everybody for v26, 2 players?" "v26?pact=until_met" v26 \
  --first 124600 --blocks 300 "$@"
contest "Is a pact until they met better than a pact with everybody for v26, 4 players?" "v26?pact=until_met" v26 \
  --players 4 --first 125000 --blocks 100 "$@"
