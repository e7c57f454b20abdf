"""No cut of a test revives a mutant: each is killed by the test that tests/golden/mutants.toml names, or by another."""

import pytest

from tests.support import guard


def test_every_guarded_module_is_recorded():
    assert guard.stored().keys() == guard.GUARDED.keys()


@pytest.mark.parametrize("module", guard.GUARDED)
def test_every_mutant_that_was_killed_still_dies(module):
    """`python -m tests.support.guard MODULE` tries them anew after a change of the module, and writes the file."""
    killers, revived = guard.stored()[module], []
    for name, mutant in guard.named(module):
        known = killers.get(name)  # None: the line is new
        if known in (guard.SURVIVES, guard.HANGS):
            continue
        dies = known is not None and guard.killer(mutant, [known.partition("::")[0]]) != guard.SURVIVES
        if not dies and guard.killer(mutant, guard.GUARDED[module]) == guard.SURVIVES:
            revived.append(name)
    assert not revived, f"no test of {module} notices any more: {revived}"
