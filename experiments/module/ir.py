"""A kernel as LLVM IR that knows no machine: numba's, not optimised, without what only Python needs.

Optimised IR has calls of one processor, on which LLVM's WebAssembly target aborts. So this needs a process that does
not optimise, with an empty cache.
"""

import re
from typing import Any, NamedTuple

import numba

from bot.search.champion import Export

# Numba's counting of references. No kernel frees anything, so these do nothing, or are not needed, in the module.
REFERENCES = ("NRT_incref", "NRT_decref", "nrt_atomic_add", "nrt_atomic_sub")

TARGET = re.compile(r"^target (?:triple|datalayout).*\n", re.MULTILINE)
RESHAPE = "numba_attempt_nocopy_reshape"

# The part of numba's run-time library that the kernels use.
RUNTIME = f"""
define void @NRT_incref(ptr %p) alwaysinline {{ ret void }}
define void @NRT_decref(ptr %p) alwaysinline {{ ret void }}

; What `ravel` asks: contiguous memory as one dimension. Any other answer is an exception.
define i32 @{RESHAPE}(i64 %nd, ptr %dims, ptr %strides, i64 %new_nd, ptr %new_dims,
                      ptr %new_strides, i64 %itemsize, i32 %is_fortran) alwaysinline {{
  %is_flat = icmp eq i64 %new_nd, 1
  br i1 %is_flat, label %flat, label %other
flat:
  store i64 %itemsize, ptr %new_strides
  ret i32 1
other:
  ret i32 0
}}
"""

DECLARED = {
    "NRT_incref": "declare void @NRT_incref(ptr)\n",
    "NRT_decref": "declare void @NRT_decref(ptr)\n",
    RESHAPE: f"declare i32 @{RESHAPE}(i64, ptr, ptr, i64, ptr, ptr, i64, i32)\n",
}


class Library(NamedTuple):
    """One compiled kernel with all that it calls."""

    name: str  # that the module exports
    symbol: str  # of the kernel in the text
    text: str  # LLVM IR


def library(name: str, export: Export) -> Library:
    """Compile the kernel for its arguments' types, and return its IR."""
    config: Any = numba.config  # it makes its attributes at run time
    if config.OPT != 0:
        raise RuntimeError(f"numba optimises (NUMBA_OPT={config.OPT}): its IR would be that of one processor; set 0")
    typeof: Any = numba.typeof  # it has no types
    signature = tuple(typeof(argument) for argument in export.arguments)
    export.kernel.compile(signature)
    compiled = export.kernel.overloads[signature]
    return Library(name, compiled.fndesc.llvm_func_name, portable(compiled.library.get_llvm_str()))


def portable(text: str) -> str:
    """Return numba's IR without target, and with its run-time library declared instead of defined."""
    text = TARGET.sub("", text)
    for name in REFERENCES:
        text = re.sub(rf"^define [^\n]*@{name}\(.*?^}}\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(rf"^declare [^\n]*@{RESHAPE}\(.*\n", "", text, flags=re.MULTILINE)
    return text + "".join(line for name, line in DECLARED.items() if f"@{name}(" in text)
