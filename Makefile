# Thin names for the commands of README.md. `make` alone lists them.

SHELL := bash
IN_VENV := source ./environment.sh && ready requirements-all.lock
# --no-header and --no-annotate keep this machine's paths out; without --emit-index-url no host name gets in.
COMPILE := python3 -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: help install play test quick proofs generated lint types format lock submit speed notebooks pictures jupyter site module

help:    ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile

install: ## everything that the laboratory, the lessons and the tests need, into .venv
	@$(IN_VENV)

play:    ## one game, MyBot.py against its older version v26
	@./play

test:    ## every check: lint, format, types, imports, tests
	@./test

quick:   ## every check, but only tests without a browser and without games in other processes
	@./test quick

proofs:  ## what takes long and seldom changes
	@./test proofs

generated: ## make anew what is generated: tables of documents, the ledger, the lessons' index, the module if a kernel changed
	@$(IN_VENV) && python3 -m tests.support.documents && python3 notebooks/run.py --index \
	  && python3 -c 'from experiments.match import experiment, report; experiment.LEDGER.write_text(report.ledger(), "utf-8")' \
	  && { python3 -m pytest -q tests/architecture/test_kernels.py -k 'todays or kept_module' >/dev/null \
	  || { echo 'A kernel or a parameter has changed: building the module ...' && python3 -m experiments.module; }; }

lint:    ## what ruff and the import contracts say
	@$(IN_VENV) && ruff check . && ruff format --check . && lint-imports --no-logo

types:   ## what the type checker says
	@$(IN_VENV) && pyrefly check

format:  ## rewrite the sources as ruff formats them
	@$(IN_VENV) && ruff format . && ruff check --fix .

lock:    ## make both locks anew from pyproject.toml; OPTIONS=--upgrade takes the newest versions
	@$(IN_VENV) && $(COMPILE) $(OPTIONS) --extra all pyproject.toml -o requirements-all.lock \
	  && $(COMPILE) --constraint requirements-all.lock pyproject.toml -o requirements.lock

submit:  ## dist/submission.zip of MyBot.py and bot/, and two games played with it in an empty folder
	@$(IN_VENV) && python3 -m tools.submission

speed:   ## how long a turn takes, measured and recorded
	@$(IN_VENV) && python3 -m experiments speed

notebooks: ## run all notebooks from fresh kernels, keep what they show, and write their index
	@$(IN_VENV) && python3 notebooks/run.py

pictures: ## take the pictures of the pages anew, in a headless browser
	@$(IN_VENV) && python3 -m tools.pictures

jupyter: ## open copies of the lessons in the browser; OPTIONS=--no-browser and others go to JupyterLab
	@$(IN_VENV) && python3 notebooks/copies.py $$([ "$$(id -u)" -ne 0 ] || echo --allow-root) $(OPTIONS)

site:    ## documents, lessons, league and a game as pages in the folder site; OPTIONS='--replays 0' for fewer
	@$(IN_VENV) && python3 -m experiments site $(OPTIONS)

module:  ## build the kernels for web pages anew: WebAssembly, and the table of what lies where
	@$(IN_VENV) && python3 -m experiments.module
