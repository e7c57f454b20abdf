"""Libraries of LLVM IR → one optimised WebAssembly object, with llvmlite alone.

Every export gets a wrapper that takes the address of a block. The first RESULT bytes of the block take what the kernel
returns; then each of its arguments, flattened as numba flattens it, has a slot of eight bytes.
"""

import re
from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm

from .ir import RUNTIME, Library

RESULT = 64  # bytes at the start of a block for what a kernel returns
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"  # no vectors, which make nothing quicker
SPEED = 2  # the optimiser's level, of 3

UNPORTABLE_BEFORE = re.compile(r"@llvm\.mem\w+")  # its lengths have 64 bits
UNPORTABLE_AFTER = re.compile(r"\binttoptr\b|numba\.dynamic\.globals")  # an address of the building process


class NotPortableError(Exception):
    """A kernel needs something that a page does not have; the message says what."""


def link(libraries: Sequence[Library]) -> bytes:
    """Return the object file with all exports, optimised together; what none of them calls is left out."""
    machine = _machine()
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    whole, *others = (_wrap(library, head) for library in libraries)
    for other in others:
        whole.link_in(other)
    whole.link_in(llvm.parse_assembly(head + RUNTIME))
    _hide({library.name for library in libraries}, whole)
    _refuse(UNPORTABLE_BEFORE, whole)
    _optimise(whole, machine)
    _refuse(UNPORTABLE_AFTER, whole)
    return bytes(machine.emit_object(whole))


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        raise NotPortableError(f"this platform's llvmlite has no WebAssembly target ({error})") from error
    return target.create_target_machine(cpu="mvp", features=FEATURES, opt=3, reloc="static", codemodel="default")


def _wrap(library: Library, head: str) -> Any:
    """Link the library into the wrapper's module. The other way round LLVM drops what nothing calls."""
    module = llvm.parse_assembly(head + library.text)
    types = [str(argument.type) for argument in module.get_function(library.symbol).arguments]
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "linkonce_odr"
    wrapper = llvm.parse_assembly(head + _wrapper(library, types))
    wrapper.link_in(module)
    return wrapper


def _wrapper(library: Library, types: Sequence[str]) -> str:
    """IR of `i32 name(ptr block)`; the kernel's first two arguments are where its result and its exception go."""
    loads = [
        f"  %p{i} = getelementptr i8, ptr %block, i32 {RESULT + 8 * i}\n  %a{i} = load {kind}, ptr %p{i}, align 8\n"
        for i, kind in enumerate(types[2:])
    ]
    given = ", ".join(["ptr %block", "ptr %raised", *(f"{kind} %a{i}" for i, kind in enumerate(types[2:]))])
    return (
        f"declare i32 @{library.symbol}({', '.join(types)})\n"
        f"define i32 @{library.name}(ptr %block) {{\n  %raised = alloca ptr, align 8\n{''.join(loads)}"
        f"  %status = call i32 @{library.symbol}({given})\n  ret i32 %status\n}}\n"
    )


def _hide(exports: set[str], module: Any) -> None:
    """Make everything but the exports internal, so that it can be inlined and left out."""
    for function in module.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()


def _optimise(module: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)


def _refuse(unportable: re.Pattern[str], module: Any) -> None:
    found = sorted(set(unportable.findall(str(module))))
    if found:
        raise NotPortableError(f"the kernels' code has {', '.join(found)}, which a page cannot run")
