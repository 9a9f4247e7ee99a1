"""From typed kernels to LLVM's language, in few instructions.

numba writes for all that Python can do: arrays go through memory at every use, variables are counted and cleared, and a
call may end in exceptions of six sorts. Kernels count nothing, catch nothing and index with integers. Said directly, a
field of a struct with its index takes fifteen instructions instead of eighty. LLVM would find that out, at the price of
most of the time that it takes to compile.

Indices count from the front, as in C. numba lets -1 be the last element, as Python does: three more instructions and a
loaded length at every index that it cannot prove to be positive, which are all that stand in tables. Kernels index with
what tables and counters say, never from the back; constants may be negative (`x[-1]` costs nothing). With
NUMBA_BOUNDSCHECK=1 a negative index is an error like one that is too large.
"""

from llvmlite import ir
from numba.core import cgutils, lowering, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.callconv import CPUCallConv, Status
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from .exchange import exchanged
from .loops import QUESTIONS, Loop, counting
from .reference import Reference, Words, arguments_of, array_field, of_array, words_of

DONE = ir.IntType(32)(0)  # what a function returns that has not failed
APART = {types.float64: "reals", types.int64: "integers"}


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):
    """numba's pass, with all of this."""

    _name = "lowering_of_parts"

    @property
    def lowering_class(self):
        return Lower

    def run_pass(self, state):
        with _our_way():
            return super().run_pass(state)


class Lower(lowering.Lower):
    """Variables are values where they can be, and arrays are indexed without a way through memory."""

    def _find_singly_assigned_variable(self):
        self._singly_assigned_vars, self._blk_local_varmap = _set_before_all_uses(self.blocks), {}

    def extract_function_arguments(self):
        words = self.call_conv.get_arguments(self.function)
        self.fnargs = arguments_of(self.context.get_arg_packer(self.fndesc.argtypes), self.builder, words)
        return self.fnargs

    def storevar(self, value, name, argidx=None):
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(self._whole(name, value), self.getvar(name))

    def loadvar(self, name):
        return self._whole(name, super().loadvar(name))

    def _as_kept(self, name):
        """The value of a variable as it was stored: of an array perhaps its words alone."""
        return self._blk_local_varmap[name] if name in self._blk_local_varmap else super().loadvar(name)

    def _whole(self, name, value):
        """A value as numba has it."""
        if isinstance(value, Loop):
            raise NotImplementedError(f"a loop must have its range in the line of its `for`, got {name!r}")
        return of_array(self.context, self.builder, self.typeof(name), *value) if isinstance(value, Words) else value

    def lower_assign(self, ty, inst):
        value = inst.value
        if isinstance(value, lowering.ir.Var) and self.typeof(value.name) == ty:
            return self._as_kept(value.name)
        return super().lower_assign(ty, inst)

    def lower_expr(self, resty, expr):
        if expr.op in QUESTIONS:
            kept = self._blk_local_varmap.get(expr.value.name)
            if isinstance(kept, Loop):
                return getattr(kept, expr.op)(self.builder)
        elif expr.op == "getattr":
            found = self._attribute(resty, expr.value.name, expr.attr)
            if found is not None:
                return found
        elif expr.op == "static_getitem" and isinstance(self.typeof(expr.value.name), types.Array):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, self.fndesc.calltypes[expr])
        return super().lower_expr(resty, expr)

    def _attribute(self, resty, name, attribute):
        """An array that is a field of a struct, or what the shape of an array says; None: neither."""
        kind, kept = self.typeof(name), self._blk_local_varmap.get(name)
        if isinstance(kind, Reference) and isinstance(resty, types.Array):
            return array_field(self.context, self.builder, kind, self.loadvar(name), attribute)
        if not isinstance(kept, Words):
            return None
        if attribute == "shape":
            return self.context.make_tuple(self.builder, resty, kept.shape)
        return kept.shape[0] if attribute == "size" and len(kept.shape) == 1 else None

    def _lower_call_normal(self, fnty, expr, signature):
        if signature.return_type == types.range_state64_type and not expr.kws:
            counted = counting([self._as_kept(each.name) for each in expr.args])
            if counted is not None:
                return counted
        outside, self._calls_kernel = self._calls_kernel, isinstance(fnty, types.Dispatcher)
        try:
            return super()._lower_call_normal(fnty, expr, signature)
        finally:
            self._calls_kernel = outside

    _calls_kernel = False  # kernels take an array as its words: there is no need to put the rest of it together

    def _cast_var(self, var, ty):
        if self._calls_kernel and isinstance(var, lowering.ir.Var) and self.typeof(var.name) == ty:
            return self._as_kept(var.name)
        return super()._cast_var(var, ty)

    def delvar(self, name):
        """Nothing is counted, so nothing is given back."""

    def alloca_lltype(self, name, lltype, datamodel=None):
        return cgutils.alloca_once(self.builder, lltype, name=name)

    def lower_getitem(self, resty, expr, value, index, signature):
        kind, places = self._places(value, index)
        if places is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        data, shape = self._at(kind, value, places)
        if not shape:
            found = arrayobj.load_item(self.context, self.builder, kind, data)
            _tell_apart(self.builder, found, kind.dtype)
            return self.context.cast(self.builder, found, kind.dtype, resty)
        return Words(data, shape)

    def lower_setitem(self, target_var, index_var, value_var, signature):
        kind, places = self._places(target_var, index_var)
        if places is None or len(places) < kind.ndim:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        data, _ = self._at(kind, target_var, places)
        value = self.context.cast(self.builder, self.loadvar(value_var.name), self.typeof(value_var.name), kind.dtype)
        arrayobj.store_item(self.context, self.builder, kind, value, data)
        _tell_apart(self.builder, self.builder.block.instructions[-1], kind.dtype)

    def _places(self, array, index):
        """Type of an array, and the integers that index it with their types; None if these are no integers."""
        kind, by = self.typeof(array.name), self.typeof(index.name)
        if not isinstance(kind, types.Array) or kind.layout != "C":
            return kind, None
        kinds = tuple(by) if isinstance(by, types.BaseTuple) else (by,)
        if not all(isinstance(each, types.Integer) for each in kinds):
            return kind, None
        found = self.loadvar(index.name)
        if isinstance(by, types.BaseTuple):
            found = cgutils.unpack_tuple(self.builder, found)
        else:
            found = [found]
        return kind, list(zip(found, kinds, strict=True))

    def _at(self, kind, array, places):
        """Where an element or a row is, and the shape of the row."""
        context, builder = self.context, self.builder
        data, shape = words_of(builder, kind, self._as_kept(array.name))
        offset = None
        for axis, ((index, of), length) in enumerate(zip(places, shape, strict=False)):
            if isinstance(of, types.IntegerLiteral):  # a constant in a tuple, which may count from the back
                index, of = ir.IntType(64)(of.literal_value), types.intp
            at = arrayobj.fix_integer_index(context, builder, of, index, length)
            if context.enable_boundscheck:
                cgutils.do_boundscheck(context, builder, at, length, axis)
            offset = at if offset is None else builder.add(builder.mul(offset, length), at)
        for length in shape[len(places) :]:
            offset = builder.mul(offset, length)
        return builder.gep(data, [offset]), shape[len(places) :]


def _tell_apart(builder, access, dtype):
    """Say of a load or a store what it is of: no array of integers shares memory with one of reals.

    Without it each real that is written makes LLVM look up again all sizes, kinds and numbers of rows.
    """
    name = APART.get(dtype)
    if name is None or access.opname not in ("load", "store"):
        return
    tags = vars(builder.module).setdefault("told_apart", {})  # llvmlite would look each of them up by its text
    if name not in tags:
        add, zero = builder.module.add_metadata, ir.IntType(64)(0)
        kind = add([name, add(["supple"]), zero])
        tags[name] = add([kind, kind, zero])
    access.set_metadata("tbaa", tags[name])


def _set_before_all_uses(blocks):
    """Variables that are set at one place, before every block that uses them, and before these in the text."""
    use_defs, dominators = compute_use_defs(blocks), compute_cfg_from_blocks(blocks).dominators()
    homes, uses, found = {}, {}, set()
    for label, block in blocks.items():
        for each in block.find_insts(lowering.ir.Assign):
            homes.setdefault(each.target.name, []).append(label)
    for label, names in use_defs.usemap.items():
        for name in names:
            uses.setdefault(name, []).append(label)
    for name, places in homes.items():
        home = places[0]
        if len(places) == 1 and all(home < use and home in dominators[use] for use in uses.get(name, ())):
            found.add(name)
    return found


# --- calls ----------------------------------------------------------------------------------------------------------------
def _call(self, builder, callee, returns, kinds, arguments, attrs=None):
    """A call whose failure is the failure of the caller, with the same cause."""
    with builder.goto_entry_block():  # the callee writes it: numba would clear it before
        place = builder.alloca(self.get_return_type(returns).pointee)
    words = self._get_arg_packer(kinds).as_arguments(builder, arguments)
    code = builder.call(callee, [place, self._get_excinfo_argument(builder.function), *words])
    failed = builder.icmp_signed("!=", code, DONE)
    status = Status(code, None, None, failed, None, None, None, None)
    return status, self.context.get_returned_value(builder, returns, builder.load(place))


def _fail(self, builder, status):
    builder.ret(status.code)


# --- indices --------------------------------------------------------------------------------------------------------------
_from_either_end = arrayobj.fix_integer_index


def _from_the_front(context, builder, kind, index, size):
    if isinstance(index, ir.Constant):
        return _from_either_end(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _our_way():
    """A context in which calls and indices are lowered as here."""
    return exchanged(
        (arrayobj, "fix_integer_index", _from_the_front),
        (CPUCallConv, "call_function", _call),
        (CPUCallConv, "return_status_propagate", _fail),
    )
