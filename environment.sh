# shellcheck shell=bash
# The virtual environment of play, test and make: a folder .venv that holds what one lock names; the tests add typescript.
# To be sourced; then `ready LOCK` makes .venv when it is missing or made from something else, and puts it first on PATH.
# Written for bash 3.2, which macOS still ships.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd -P)
venv=$root/.venv
stamp=$venv/made-from
log=$venv/set-up.log

ready() {
  if ! is_made "$1"; then make_venv "$1" || return 1; fi
  export PATH="$venv/bin:$PATH"
  # Many container images forbid Python to write bytecode. Every process would then compile hundreds of files again:
  # more than half of the time that it takes to collect the tests.
  unset PYTHONDONTWRITEBYTECODE
}

# Waits until no other set-up is at work in this folder, and keeps others waiting until `done_alone` or the end of the
# shell, however it ends. $1 is the Python that asks for the lock: macOS has no flock command.
alone() {
  exec 9>"$root/.venv.lock" || return 1
  "$1" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null && return
  say "Waiting for another set-up in this folder ..."
  "$1" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 2>/dev/null || say "This folder has no locks; going on."
}

done_alone() {
  exec 9>&-
}

# The stamp names the lock, its content and the interpreter file (a system upgrade replaces it), but no folder: a link
# .venv to another clone's environment is as good. No Python is started to compare it: that alone would cost more than
# the whole check.
fingerprint() {
  echo "${lock##*/}" && (cd -- "$venv/bin" && ls -iL python) && cksum <"$lock"
}

is_made() {
  choose_lock "$1"
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint 2>/dev/null)" ]
}

# Once grown it stays grown: the large lock holds the small one, so play after test changes nothing.
choose_lock() {
  lock=$root/$1
  case "$(cat "$stamp" 2>/dev/null)" in requirements-all.lock*) lock=$root/requirements-all.lock ;; esac
}

# The stamp is written last: a set-up that was interrupted leaves none, and the next start begins again.
make_venv() {
  local python verdict=0
  python=$(find_python) || return 1
  alone "$python" || return 1
  is_made "$1" || fill_venv "$python" || verdict=1
  done_alone
  return $verdict
}

fill_venv() {
  local python=$1
  # What play needs is a part of what test needs, and a game may be running in it: then it grows in place.
  if (is_made requirements.lock); then python=$venv/bin/python; else rm -rf "$venv" && mkdir "$venv" || return 1; fi
  say "Setting up .venv from ${lock##*/} with $("$python" --version), once ..."
  if ! { { [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"; } && install_lock; } >"$log" 2>&1; then
    explain_failure
    return 1
  fi
  fingerprint >"$stamp"
  say "Ready after $SECONDS s."
}

# The interpreter itself, not the link to it: a link may lead into the .venv that is about to be replaced.
# Where PYTHON names one, no other is taken in its place.
find_python() {
  local candidate found bare="" names=(python3 python3.14 python3.13 python3.12 python3.11 python)
  [ -z "${PYTHON-}" ] || names=("$PYTHON")
  for candidate in "${names[@]}"; do
    found=$("$candidate" -c 'import sys; print(sys._base_executable) if sys.version_info >= (3, 11) else None' 2>/dev/null)
    [ -n "$found" ] || continue
    if "$found" -c 'import ensurepip, venv' 2>/dev/null; then printf '%s\n' "$found"; return; fi
    bare=$found
  done
  if [ -n "$bare" ]; then
    say "$bare cannot make virtual environments: its venv or ensurepip module is missing." \
      "On Debian and Ubuntu: apt install python3-venv"
  elif [ -n "${PYTHON-}" ]; then
    found=$("$PYTHON" --version 2>&1)
    say "PYTHON=$PYTHON is no Python 3.11 or newer: ${found%%$'\n'*}" \
      "Name another, or leave PYTHON out and the first that is new enough is taken."
  else
    say "No Python 3.11 or newer was found (looked for python3, python3.11 to python3.14, python)." \
      "Install one, or name it: PYTHON=/path/to/python3.11 ./play"
  fi
  return 1
}

# Where the lock names uv, uv installs the rest: several times faster. Where uv cannot be had, pip reads the same lock.
install_lock() {
  local uv_only=$venv/uv.lock
  sed -n '/^uv==/,/[^\\]$/p' "$lock" >"$uv_only"
  if [ -s "$uv_only" ] && from_lock "$venv/bin/python" -m pip install --require-hashes -r "$uv_only"; then
    from_lock "$venv/bin/python" -m uv pip install --python "$venv/bin/python" --require-hashes -r "$lock" && return
  fi
  from_lock "$venv/bin/python" -m pip install --require-hashes -r "$lock"
}

# No warning that pip is old: it only delays the game. uv compiles only when asked to, pip always does.
from_lock() {
  UV_COMPILE_BYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 "$@"
}

explain_failure() {
  say "Setting up .venv failed. The end of ${log#"$root"/}:" ""
  tail -n 12 "$log" >&2
  say "" "Likely cause: $(likely_cause)"
}

likely_cause() {
  if grep -qiE 'certificate|SSLError' "$log"; then
    echo "a proxy with a certificate of its own; name it in PIP_CERT and SSL_CERT_FILE."
  elif grep -qiE 'resolve|resolution|unreachable|refused|timed out|dns error|failed to fetch|ProxyError|from versions: none' "$log"; then
    echo "no network, or a package index that cannot be reached from here."
  elif grep -qi 'No space left' "$log"; then
    echo "the disk is full; the large lock takes about 1.7 GB."
  elif grep -qiE 'do not match the hashes|hash mismatch' "$log"; then
    echo "the package index served a file that ${lock##*/} does not know."
  elif grep -qiE 'No matching distribution|no wheels|failed to build|failed building' "$log"; then
    echo "a package has no build for this Python or this machine; try another: PYTHON=python3.12 ./play"
  else
    echo "not known; the log above says more."
  fi
}

BROWSERS="chromium-headless-shell chromium" # the first has no windows; tests prefer it

# The browser in which tests/browser looks at the viewer. Where none is and this is Debian and we may, apt installs one;
# elsewhere those tests are skipped and say why.
ready_browser() {
  if has_browser || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return; fi
  alone "$venv/bin/python"
  has_browser || install_browser
  done_alone
}

has_browser() {
  local name
  for name in $BROWSERS chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null; then return; fi
  done
  return 1
}

# It checks the types of the pages' JavaScript (viewer/jsconfig.json). Where npm is, it is fetched once; elsewhere, and
# where npm reaches no registry, they are not checked.
TYPESCRIPT=5.9.3
tsc=$venv/typescript-$TYPESCRIPT/node_modules/.bin/tsc

ready_typescript() {
  if has_typescript || ! command -v npm >/dev/null; then return; fi
  alone "$venv/bin/python"
  has_typescript || npm install --prefix "${tsc%/node_modules/*}" --no-audit --no-fund "typescript@$TYPESCRIPT" >"$venv/npm.log" 2>&1
  done_alone
}

has_typescript() {
  [ -x "$tsc" ] && command -v node >/dev/null
}

# A fresh machine upgrades itself at first, and holds the locks of the package manager for a while.
install_browser() {
  say "Installing chromium for the tests of the viewer, once ..."
  # shellcheck disable=SC2086 # two words
  if ! { update_lists && apt_get install -y --no-install-recommends $BROWSERS; } >"$venv/browser.log" 2>&1; then
    say "chromium could not be installed (${venv##*/}/browser.log says why); the tests of the viewer will be skipped."
  fi
}

# `apt-get update` gives up at once when another program holds its lock, whatever the timeout.
update_lists() {
  local tries
  for ((tries = 30; tries > 0; tries--)); do
    if apt_get update; then return; fi
    grep -q lists/lock "$venv/browser.log" || return 1
    sleep 10
  done
  return 1
}

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"
}

# To stderr: the standard output belongs to the game.
say() {
  printf '%s\n' "$@" >&2
}
