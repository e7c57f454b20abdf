#!/usr/bin/env bash
# How strong the schools are: every school of the registry against the starter and v26, the bars of each, each idea of a
# school switched off, and in gauntlets more of its knobs. Held-out maps, seats rotated, a fixed number of blocks. Run
# again it plays only what is not stored yet, and writes nothing that is written already. Arguments go to each match.
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

# A school, a board, the first map, and knobs at the values of the table on the school's page: 30 pairs for each.
# shellcheck disable=SC2162 # a line may end in a backslash
while read school board first changes; do
  players=("$school")
  for change in $changes; do players+=("$school?$change"); done
  number=$((${#players[@]} - 1))
  python3 -m experiments ladder --gauntlet --publish --held-out --mix "$board" --first "$first" \
    --blocks $((30 * number)) --question "What are $number knobs of $school worth on $board, 2 players?" \
    --out "ladder/$school" "${players[@]}" "$@"
done <<'KNOBS'
amortizer 20x20 150000 decay=0.3 walk=10 stay=0 horizon=500 war_horizon=0 pace=0.1 reach=20 own_dominance=0 \
  capture=off aggression=0 land=0 caution=5 advance=1 war_stay=0 flexible=0 swap=off meld=off cap_guard=off \
  best_stay=off cluster=0 by_loss=off follow_up=1 dominance=0 stickiness=1 shared_attack=off exchange=0 strategy=0 \
  prediction=off danger=0 release=255
matcher 20x20 151000 horizon=1 choice=0 patience=1 delay=0 dense=20 fast=20 calm=0 battle=0 bold=0 trust=0 \
  rounds=1
unifier 20x20 152000 discount=0.5 horizon=0 grudge=0 reach=1 boldness=1 width=1 memory=1 edge=0 growth=0
friendly 20x20 153000 fading=1 should_attack=-50 should_mine=-50 fear=0 warmth=0 reach=1 walk=0.1 wait=100 \
  battle=0 given_up=0 urge=0 small_hold=100
friendly 30x30 153500 hold=100 small_side=1000
planner 20x20 154000 regions=off rings=1 patience=1 slack=50 depth=0 step=0.01 room_behind=0 trials=1 \
  temperature=100 forward=-1 search_reach=10 search_worth=0 search_grudge=0 pairs=on flow=on capacity=on
KNOBS
