#!/usr/bin/env bash
# What the first answers led to: a search over the numbers that the author of v26 tuned by hand, and questions about
# the pact, which founding.sh found to cost strength where two play. Arguments go to each command, as there.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

# "No improvement" and "undecided" (exit code 1) are answers too.
ask() { python3 -m experiments "$@" || [ $? -eq 1 ]; }

ask tune --publish --base v26 --space experiments/plans/spaces/first-six.toml --against v26,v17 \
  --trials 120 --blocks-per-trial 50 --further 250 "$@"
ask tune --publish --base v26 --space experiments/plans/spaces/first-six.toml --against v26,v17 --sampler nsga2 \
  --trials 120 --blocks-per-trial 50 --further 250 --most 4000 "$@"
ask match --publish --question "How strong is v26 without the pact against v17, who keeps none?" \
  "v26?pact=off" v17 --blocks 250 "$@"
ask match --publish --question "Do the gains of pact=off and strategic_stilling=off add up, 2 players?" \
  "v26?pact=off&strategic_stilling=off" v26 --held-out --sprt 0,10 --further 250 "$@"
ask match --publish \
  --question "Is v26 without its pact with a last opponent, and without stilling, stronger among four?" \
  "v26?pact_heads_up=off&strategic_stilling=off" v26 --players 4 --held-out --sprt 0,10 --most 600 --further 100 "$@"

# The numbers of the combat search as they were set by hand, on the champion without opening plan and campaign, which
# plays quicker. What was found is the champion's since E-0308; the next blows counted later.
before="champion?search_answer=0"
by_hand="search_worth=4&search_grudge=1&search_keep=0.05&search_slope=0.1&search_answer=0"
core="champion?campaign_search=0&opening_search=0&$by_hand"
ask tune --publish --base "$core" --space experiments/plans/spaces/fights.toml --against "$core" \
  --against "v26?pact=off&strategic_stilling=off" --trials 250 --blocks-per-trial 10 --mix 20x20,25x25,30x30 \
  --most 300 "$@"
ask match --publish --held-out --mix contest --first 126000 --blocks 250 \
  --question "Do the fight numbers that CLOP found for the champion's core pay for the champion, 2 players?" \
  "$before" "champion?$by_hand" "$@"
ask match --publish --held-out --mix contest --first 127000 --blocks 500 \
  --question "Do CLOP's fight numbers pay for the champion, asked again on fresh maps, 2 players?" \
  "$before" "champion?$by_hand" "$@"
ask match --publish --held-out --mix contest --players 4 --first 145000 --blocks 50 \
  --question "Are CLOP's fight numbers worth having for the champion that plans neither opening nor campaign, \
against three without them, 4 players?" "$before&campaign_search=0&opening_search=0" "$core" "$@"

# A second study of the same player, of when a square moves and what the search believes. What it found is not kept.
core="$before&campaign_search=0&opening_search=0"
ask tune --base "$core" --space experiments/plans/spaces/holds.toml --against "$core" --trials 300 \
  --blocks-per-trial 10 --mix 20x20,25x25,30x30 --most 2 "$@"
ask match --publish --held-out --mix contest --first 146000 --blocks 200 \
  --question "Do the numbers that CLOP found for holding, pairs and beliefs pay for the champion that plans neither \
opening nor campaign, 2 players?" "$core&hold_until=6.362&combat_hold_until=9.226&danger_penalty=8271\
&search_pairs=0.5529&belief_memory=0.8136&belief_edge=0.516" "$core" "$@"
