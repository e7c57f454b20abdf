#!/usr/bin/env bash
# Every question of the ledger's first entries, as it was asked. Run again it plays only what is not stored yet, and
# writes nothing that is written already. Arguments go to each match: --workers 2, --database FILE, ...
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
