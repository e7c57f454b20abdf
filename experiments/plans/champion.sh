#!/usr/bin/env bash
# How strong the champion is: held-out maps of the contest's sizes, seats rotated, a fixed number of blocks. Run again it
# plays only what is not stored yet, and writes nothing that is written already. Arguments go to each match.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

measure() {
  local question=$1
  shift
  python3 -m experiments match --publish --held-out --mix contest --question "$question" "$@"
}

measure "How strong is the champion against unifier, 2 players?" champion unifier --blocks 90 "$@"
measure "How strong is the champion against v26 without pact and stilling, 2 players?" \
  champion "v26?pact=off&strategic_stilling=off" --blocks 75 "$@"
measure "How strong is the champion among three schools?" champion planner matcher unifier --blocks 10 "$@"
# On most maps rotations keep who sits above or below whom: in the line above the champion and matcher.
measure "How strong is the champion among three schools, above or below unifier?" \
  champion planner unifier matcher --blocks 10 "$@"
measure "How strong is the champion among three schools, above or below planner?" \
  champion matcher planner unifier --blocks 10 "$@"
measure "How strong is the champion against v26, 2 players?" champion v26 --blocks 100 "$@"
measure "How strong is the champion against three of v26?" champion v26 --players 4 --blocks 30 "$@"
measure "How strong is the champion against v17, 2 players?" champion v17 --blocks 60 "$@"
measure "How strong is the champion against the planner, 2 players?" champion planner --blocks 60 "$@"
measure "What is the campaign worth, 2 players?" champion "champion?campaign_search=0" --blocks 60 "$@"
measure "What is the campaign worth on fresh maps, 2 players?" \
  champion "champion?campaign_search=0" --first 200 --blocks 60 "$@"
measure "What is the search by pairs worth, 2 players?" \
  champion "champion?combat_search=40&rival_search=40&search_pairs=0" --blocks 50 "$@"
measure "How strong is the champion against v12, 2 players?" champion v12 --blocks 150 "$@"
measure "How strong is the champion against two of v26?" champion v26 --players 3 --blocks 30 "$@"
measure "How strong is the champion against five of v26?" champion v26 --players 6 --blocks 10 "$@"
# One who keeps no pact among those of v26.
open="v26?pact=off&strategic_stilling=off"
measure "How strong is the champion among v26 and v26 without pact and stilling, 3 players?" \
  champion v26 "$open" --blocks 20 "$@"
measure "How strong is the champion among v26 and v26 without pact and stilling, 4 players?" \
  champion v26 v26 "$open" --blocks 20 "$@"
measure "How strong is the champion among v26 and v26 without pact and stilling, 6 players?" \
  champion v26 v26 v26 v26 "$open" --blocks 10 "$@"
measure "How strong is the champion against three of v26 without pact and stilling?" \
  champion "$open" --players 4 --blocks 20 "$@"
measure "What is the model of a rival who searches worth, 2 players?" champion "champion?rival_search=0" --blocks 40 "$@"
measure "What is the opening search worth, 2 players?" champion "champion?opening_search=0" --blocks 40 "$@"
measure "What is an opening that grows alone and bends prices worth, 2 players?" \
  champion "champion?opening_alone=off&opening_search=24" --first 320 --blocks 60 "$@"
measure "What is the combat search worth, 2 players?" champion "champion?combat_search=0" --blocks 30 "$@"
measure "What does the route cost change, 2 players?" champion "champion?route_cost=0" --blocks 40 "$@"
# What MyBot.py plays without numba; tests/contract/test_submission.py holds both to the same moves.
measure "How strong is the champion without its searches, as it plays where numba is missing, against v26, 2 players?" \
  "champion?combat_search=0&war_every=0&opening_search=0" v26 --blocks 75 "$@"
measure "What are the last turns worth, 2 players?" champion "champion?last_turns=0" --blocks 40 "$@"

# Each stage among four: the champion beside three of itself without the stage.
for without in combat_search=0 rival_search=0 last_turns=0; do
  measure "What is the champion worth beside three with $without?" champion "champion?$without" --players 4 --blocks 10 "$@"
done
for without in opening_search=0 campaign_search=0 war_every=0 pact_caution=off route_cost=0; do
  measure "What is the champion worth beside three with $without?" champion "champion?$without" --players 4 --blocks 30 "$@"
done
# What thirty blocks said after a second look, on maps that played no part in it.
for without in war_every=0 opening_search=0; do
  measure "What is the champion worth on fresh maps, beside three with $without?" \
    champion "champion?$without" --players 4 --first 200 --blocks 30 "$@"
done
