#!/usr/bin/env bash
# Who beats whom: a ladder of the presets, the champion and the schools with two, four and six players. Held-out maps of
# the contest's sizes, seats rotated, a fixed number of blocks. Run again it plays only what is not stored yet, and
# writes no plan or entry twice. Arguments go to each ladder, for example --workers 2.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

rank() {
  local seats=$1 blocks=$2
  shift 2
  python3 -m experiments ladder v26 champion "v26?pact=off&strategic_stilling=off" v17 v12 \
    amortizer matcher friendly unifier planner \
    --players "$seats" --blocks "$blocks" --mix contest --held-out --publish --out "ladder/$seats" \
    --question "How do the presets, the champion and the schools rank, $seats players?" "$@"
}

rank 2 450 "$@"
rank 4 120 "$@"
rank 6 60 "$@"
