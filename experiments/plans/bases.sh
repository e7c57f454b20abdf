#!/usr/bin/env bash
# What each idea of v26 is worth where no player keeps a pact, and to the champion: duels, and one among three. Held-out
# maps of the contest's sizes, seats rotated, a fixed number of blocks. Run again it plays only what is not stored yet,
# and writes nothing that is written already. Arguments go to each match.
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

# What is asked, and the change that answers it, in the notation of players.
ideas=(
  "need capture trees:red_green=off"
  "need the dodge:dodge=off"
  "need the longer hold:fixed_hold=on"
)

ask() {
  local base=$1 name=$2 need=${3%%:*} change=${3#*:} players=$4 blocks=$5
  shift 5
  local between="&"
  [[ $base == *\?* ]] || between="?"
  python3 -m experiments match --publish --held-out --mix contest --players "$players" --blocks "$blocks" \
    --question "Does $name $need, $players players?" "$base$between$change" "$base" "$@"
}

for idea in "${ideas[@]}" "need stilling:strategic_stilling=off"; do
  ask "v26?pact=off" "v26 without a pact" "$idea" 2 250 "$@"
  ask "v26?pact=off" "v26 without a pact" "$idea" 4 60 "$@"
done

# The champion does not still.
for idea in "${ideas[@]}" "gain by stilling:strategic_stilling=on" "need the pact:pact=off"; do
  ask champion "the champion" "$idea" 2 30 "$@"
  ask champion "the champion" "$idea" 4 20 "$@"
done
