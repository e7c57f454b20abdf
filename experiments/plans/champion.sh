#!/usr/bin/env bash
# How strong the champion is, and what its stages are worth: held-out maps that no question before had used (but for
# those of E-0043 and E-0285), seats rotated, a fixed number of blocks. Run again it plays only what is not stored yet,
# and writes nothing that is written already. Arguments go to each match.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

measure() {
  local question=$1
  shift
  python3 -m experiments match --publish --held-out --mix contest --question "$question" "$@"
}

# How strong a player is: who it is, how a question about it begins, the first map of the first row.
strong() {
  local who=$1 asked=$2 first=$3
  shift 3
  row() {
    local against=$1 map=$2
    shift 2
    measure "$asked $against?" --mix evenly "$who" "$@" --first $((first + map))
  }
  row "against v26, 2 players" 0 v26 --blocks 150 "$@"
  row "against v12, 2 players" 1000 v12 --blocks 150 "$@"
  row "against v17, 2 players" 2000 v17 --blocks 150 "$@"
  # One who keeps no pact.
  row "against v26 without pact and stilling, 2 players" 3000 "v26?pact=off&strategic_stilling=off" --blocks 150 "$@"
  row "against planner, 2 players" 4000 planner --blocks 150 "$@"
  row "against unifier, 2 players" 5000 unifier --blocks 150 "$@"
  row "against five of v26" 8000 v26 --players 6 --blocks 15 "$@"
  # On most maps rotations keep who sits above or below whom: in the first line the champion and matcher.
  row "among three schools" 9000 planner matcher unifier --blocks 10 "$@"
  row "among three schools, above or below unifier" 9100 planner unifier matcher --blocks 10 "$@"
  row "among three schools, above or below planner" 9200 matcher planner unifier --blocks 10 "$@"
  row "among five schools" 9300 planner matcher unifier friendly amortizer --players 6 --blocks 15 "$@"
  row "against three of v26" 11000 v26 --players 4 --blocks 30 "$@"
}

strong "champion?opening_search=300" "How strong is the champion with 300 openings, as MyBot.py tries them," 200000 "$@"
strong champion "How strong is the champion that counts the next blows" 170000 "$@"
# Caution was asked about with the numbers that were set by hand, before the next blows counted.
by_hand="search_worth=4&search_grudge=1&search_keep=0.05&search_slope=0.1&search_answer=0"
measure "How strong is the champion with caution and a race of campaigns against three of v26?" \
  --mix evenly "champion?$by_hand" v26 --players 4 --first 121000 --blocks 30 "$@"
measure "What is the champion worth without caution about contact against three of v26?" \
  --mix evenly "champion?pact_caution=off&$by_hand" v26 --players 4 --first 121000 --blocks 30 "$@"
# What MyBot.py plays without numba; tests/contract/test_submission.py holds both to the same moves.
measure "How strong is the champion without its searches, as it plays where numba is missing, against v26, 2 players?" \
  "champion?combat_search=0&war_every=0&opening_search=0" v26 --blocks 75 "$@"

# Stages. The core plans neither opening nor campaign, and its games are quicker.
core='champion?campaign_search=0&opening_search=0'
with="worth to the champion that counts the next blows"
measure "What is the dodge $with and plans neither opening nor campaign, 2 players?" \
  "$core" "$core&dodge=off" --first 190000 --blocks 500 "$@"
measure "What is the campaign $with, 2 players?" champion "champion?campaign_search=0" --first 191000 --blocks 200 "$@"
measure "What is the campaign $with, asked again on 1,000 fresh duels to decide whether it stays?" \
  champion "champion?campaign_search=0" --first 193000 --blocks 500 "$@"
measure "What are 300 openings instead of 60 worth to the champion that plans no campaign, 2 players?" \
  "champion?campaign_search=0&opening_search=300" "champion?campaign_search=0" --first 196000 --blocks 300 "$@"
measure "What are 1,200 openings instead of 300 worth to the champion without its campaign, on boards up to 30 x 30?" \
  --mix 20x20,25x25,30x30 "champion?opening_search=1200&campaign_search=0" \
  "champion?opening_search=300&campaign_search=0" --first 213000 --blocks 150 "$@"
measure "How strong is the champion with 1,200 openings against v26 on 20 x 20, 2 players?" \
  --mix 20x20 "champion?opening_search=1200" v26 --first 214000 --blocks 150 "$@"
measure "What is leaving stilling out $with and plans neither opening nor campaign, 2 players?" \
  "$core" "$core&strategic_stilling=on" --first 194000 --blocks 500 "$@"
measure "What is the council $with and plans neither opening nor campaign, against three without it, 4 players?" \
  "$core" "$core&war_every=0" --players 4 --first 192000 --blocks 75 "$@"

# The other entries are of the champion as it was when they were played: before the next blows counted, and most before
# the fight numbers of E-0308.
before='champion?search_answer=0'
core="$before&campaign_search=0&opening_search=0"
of_core="worth to the champion that plans neither opening nor campaign"
of_fights="worth to the champion with the fight numbers of E-0308 that plans neither opening nor campaign"
measure "What is the dodge $of_fights, 2 players?" "$core" "$core&dodge=off" --first 155000 --blocks 200 "$@"
measure "What is the route cost $of_fights, 2 players?" "$core" "$core&route_cost=0" --first 156000 --blocks 200 "$@"
measure "What is the combat search $of_fights, 2 players?" \
  "$core" "$core&combat_search=0" --first 157000 --blocks 100 "$@"
measure "Does an answer to the search, the next blows of both sides, pay for the champion that plans neither opening \
nor campaign, 2 players?" "champion?campaign_search=0&opening_search=0" "$core" --first 165000 --blocks 500 "$@"
measure "Does an answer to the search, the next blows of both sides, pay for the champion, 2 players?" \
  champion "$before" --first 166000 --blocks 200 "$@"
measure "What is an answer to the search, the next blows of both sides, worth to the champion that plans neither \
opening nor campaign, against three without it, 4 players?" \
  "champion?campaign_search=0&opening_search=0" "$core" --players 4 --first 167000 --blocks 75 "$@"
measure "What is caution $of_core, 2 players?" "$core" "$core&pact_caution=off" --first 53000 --blocks 300 "$@"
measure "What is caution $of_core, against three without it, 4 players?" \
  "$core" "$core&pact_caution=off" --players 4 --first 64000 --blocks 75 "$@"
measure "What is leaving stilling out $of_core, 2 players?" \
  "$core" "$core&strategic_stilling=on" --first 52000 --blocks 300 "$@"
measure "What is the campaign worth to the champion with its own dice, 2 players?" \
  "$before" "$before&campaign_search=0" --first 54000 --blocks 300 "$@"
measure "What is the opening plan worth to the champion, 2 players?" \
  "$before" "$before&opening_search=0" --first 90000 --blocks 300 "$@"
measure "What is the opening plan worth to the champion, against three without it, 4 players?" \
  "$before" "$before&opening_search=0" --players 4 --first 96000 --blocks 75 "$@"
measure "What is the combat search $of_core, against three without it, 4 players?" \
  "$core" "$core&combat_search=0" --players 4 --first 95000 --blocks 75 "$@"
measure "What is the campaign as a race worth to the champion, 2 players?" \
  "$before" "$before&campaign_search=0" --mix 20x20,25x25,30x30 --first 4377 --blocks 300 "$@"
measure "What is the council $of_core, against three without it, 4 players?" \
  "$core" "$core&war_every=0" --players 4 --first 61000 --blocks 75 "$@"
measure "What is the model of rivals that search $of_core, against three without it, 4 players?" \
  "$core" "$core&rival_search=0" --players 4 --first 62000 --blocks 75 "$@"
