#!/usr/bin/env bash
# The sweeps of docs/25-archive.md: tables, pictures and reports go to docs/results. Run again it plays only what is not
# stored yet; the files then have today's intervals. Arguments go to each sweep: --workers 2, --database FILE, ...
set -eu
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

vary() {
  local name=$1
  shift
  python3 -m experiments sweep --base v26 --against v26,v17 --out "docs/results/$name.csv" "$@"
}

vary alpha --vary alpha=0.02:0.5:9:log --blocks 100 "$@"
vary potential_degradation_step --vary potential_degradation_step=0.02:2:9:log --blocks 100 "$@"
vary enemy_ROI --vary enemy_ROI=-4:1:9 --blocks 100 "$@"
vary joint --vary alpha=0.02:0.5:log --vary potential_degradation_step=0.02:2:log --vary enemy_ROI=-4:1 \
  --points 40 --blocks 60 "$@"
