#!/usr/bin/env bash
# How strong the schools are: every school of the registry against the starter and v26, the bars of each, and each idea of
# a school switched off. Held-out maps of the contest's sizes, seats rotated, a fixed number of blocks. Run again it plays
# only what is not stored yet, and writes nothing that is written already. Arguments go to each match.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

measure() {
  local question=$1
  shift
  python3 -m experiments match --publish --held-out --mix contest --question "$question" "$@"
}

# Lines "school", or "school knob=value" for each switch at its neutral value.
listed() {
  python3 - "$1" <<'PYTHON'
import sys
from bot.knobs.knob import specs, spoken
from experiments.opponents.registry import schools

for school in schools():
    usual = school.family.defaults
    if sys.argv[1] == "schools":
        print(school.name)
        continue
    for name, spec in specs(usual).items():
        neutral = spec.metadata["neutral"]
        is_idea = neutral is not None and spec.metadata["tunable"] and getattr(usual, name) != neutral
        if is_idea:
            print(school.name, f"{name}={spoken(neutral)}")
PYTHON
}

for school in $(listed schools); do
  measure "How strong is $school against the starter, 2 players?" "$school" opponents/greedy.py --blocks 10 "$@"
  case $school in
    unifier | planner) measure "How strong is $school against v17, 2 players?" "$school" v17 --blocks 20 "$@" ;;
    *) measure "How strong is $school against v12, 2 players?" "$school" v12 --blocks 20 "$@" ;;
  esac
  measure "How strong is $school against v26, 2 players?" "$school" v26 --blocks 15 "$@"
done

first=123000
for school in unifier planner friendly matcher amortizer; do
  measure "How strong is $school against v17 in 200 games of two players on maps that no question had used?" \
    "$school" v17 --first $first --blocks 100 "$@"
  first=$((first + 200))
done

listed ideas | while read -r school without; do
  measure "What is $without worth to $school, 2 players?" "$school" "$school?$without" --blocks 40 "$@"
done
