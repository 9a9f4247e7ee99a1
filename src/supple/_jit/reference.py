"""Structs in compiled code: the address of a row of words (`words.py`), from which fields are loaded where they are used.

The words never change while compiled code runs, so a load may be moved over any store (`invariant.load`).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, register_model

from .exchange import exchanged
from .words import Array, Later, is_struct, kind_of, size

WORD = ir.IntType(64)
NUMBERS = {float: types.float64, int: types.int64, bool: types.boolean, None: types.none}


class Reference(types.Type):
    """The type of an address of a struct of a class."""

    def __init__(self, instance_class):
        self.instance_class = instance_class
        super().__init__(f"{instance_class.__module__}.{instance_class.__name__}")

    @property
    def key(self):
        return self.instance_class


@cache
def type_of(kind):
    """The numba type of a kind."""
    if isinstance(kind, Later):
        return type_of(kind.cls())
    if is_struct(kind):
        return Reference(kind)
    if isinstance(kind, Array):
        return types.Array(from_dtype(kind.dtype), kind.ndim, "C")
    if kind not in NUMBERS:  # a tuple, or a class of such
        named = kind if isinstance(kind, type) else None
        of_parts = map(kind_of, named.__annotations__.values()) if named else kind
        return types.BaseTuple.from_types(tuple(map(type_of, of_parts)), named)
    return NUMBERS[kind]


@register_model(Reference)
class ReferenceModel(models.PrimitiveModel):
    """A pointer to words."""

    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, WORD.as_pointer())

    def from_argument(self, builder, value):
        if isinstance(value, ir.Argument):
            value.add_attribute("noalias")
            value.attributes.dereferenceable = 8 * size(self._fe_type.instance_class)
            value.attributes.align = 8
        return value


@infer_getattr
class ReferenceAttribute(AttributeTemplate):
    """A field has the type that its annotation says."""

    key = Reference

    def generic_resolve(self, reference, name):
        fields = reference.instance_class._fields
        return type_of(reference.instance_class.kinds[fields.index(name)]) if name in fields else None


class Words(NamedTuple):
    """An array in C order as kernels need it; what else numba keeps of one is put together where it is asked for."""

    data: ir.Value  # address
    shape: list  # of integers


@cache
def _place_of(cls, name):
    """Kind of a field, and its first word."""
    index = cls._fields.index(name)
    return cls.kinds[index], sum(map(size, cls.kinds[:index]))


@lower_getattr_generic(Reference)
def _field(context, builder, reference, row, name):
    kind, place = _place_of(reference.instance_class, name)
    return value_at(context, builder, kind, row, place, inside=True)


def array_field(context, builder, reference, row, name):
    """The words of an array that is a field of a struct."""
    return _words_at(context, builder, *_place_of(reference.instance_class, name), row)


def _words_at(context, builder, kind, place, row):
    shape = [_load(builder, row, place + 1 + i) for i in range(kind.ndim - (kind.width is not None))]
    if kind.width is not None:
        shape.append(WORD(kind.width))
    pointer = context.get_data_type(type_of(kind).dtype).as_pointer()
    return Words(_load(builder, row, place, pointer), shape)


def _load(builder, row, place, word=WORD):
    at = builder.gep(row, [ir.IntType(32)(place)], inbounds=True)
    value = builder.load(at if word is WORD else builder.bitcast(at, word.as_pointer()))
    nothing = vars(builder.module).get("nothing")  # llvmlite would look it up by its text
    if nothing is None:
        nothing = builder.module.nothing = builder.module.add_metadata([])
    value.set_metadata("invariant.load", nothing)
    return value


def value_at(context, builder, kind, row, place, inside):
    """The value of a kind at a place in a row of words; a struct stands there itself (`inside` another) or its address."""
    if is_struct(kind):
        if inside:
            return builder.gep(row, [ir.IntType(32)(place)], inbounds=True)
        return _load(builder, row, place, WORD.as_pointer())
    if isinstance(kind, Array):
        return of_array(context, builder, type_of(kind), *_words_at(context, builder, kind, place, row))
    if kind is float:
        return _load(builder, row, place, ir.DoubleType())
    word = _load(builder, row, place)
    return word if kind is int else builder.trunc(word, ir.IntType(1))


# what numba keeps of an array, in this order
MEMINFO, PARENT, NITEMS, ITEMSIZE, DATA, SHAPE, STRIDES = range(7)


def of_array(context, builder, ty, data, shape):
    """An array in C order."""
    return _of_words(builder, ty, context.get_value_type(ty), data, shape)


def _of_words(builder, ty, struct, data, shape):
    itemsize = WORD(np.dtype(str(ty.dtype)).itemsize)
    steps, step, count = [], itemsize, None
    for n in reversed(shape):
        steps.insert(0, step)
        step = _product(builder, step, n)
        count = n if count is None else _product(builder, n, count)
    array = ir.Constant(struct, None)
    for value, place in ((count, NITEMS), (itemsize, ITEMSIZE), (data, DATA)):
        array = builder.insert_value(array, value, place)
    for place, values in ((SHAPE, shape), (STRIDES, steps)):
        for i, value in enumerate(values):
            array = builder.insert_value(array, value, [place, i])
    return array


def words_of(builder, ty, array):
    """Address and shape of an array."""
    if isinstance(array, Words):
        return array
    return Words(builder.extract_value(array, DATA), [builder.extract_value(array, [SHAPE, i]) for i in range(ty.ndim)])


# --- arrays as arguments ------------------------------------------------------------------------------------------------
def short_arguments():
    """A context in which an array is passed as its address and its shape, not as all that numba keeps of it.

    A state, its derivative and a table were twenty-three words of a call, most of which follow from the others.
    """
    return exchanged(
        (models.ArrayModel, "get_argument_type", _argument_type),
        (models.ArrayModel, "as_argument", _as_argument),
        (models.ArrayModel, "from_argument", _from_argument),
    )


def _is_short(model):
    kind = model._fe_type
    return isinstance(kind, types.Array) and kind.layout == "C"


def _argument_type(model):
    if not _is_short(model):
        return models.StructModel.get_argument_type(model)
    return model.get_model(DATA).get_value_type(), *[WORD] * model._fe_type.ndim


def _as_argument(model, builder, value):
    if not _is_short(model):
        return models.StructModel.as_argument(model, builder, value)
    data, shape = words_of(builder, model._fe_type, value)
    return data, *shape


def _from_argument(model, builder, words):
    if not _is_short(model):
        return models.StructModel.from_argument(model, builder, words)
    data, *shape = words
    return _of_words(builder, model._fe_type, model.get_value_type(), data, shape)


def arguments_of(packer, builder, words):
    """The arguments of a kernel, arrays as their words."""
    given = zip(packer._dm_args, packer._unflattener.unflatten(words), strict=True)
    return [
        Words(value[0], list(value[1:])) if _is_short(model) else model.from_argument(builder, value)
        for model, value in given
    ]


def _product(builder, a, b):
    if isinstance(a, ir.Constant) and isinstance(b, ir.Constant):
        return WORD(a.constant * b.constant)
    return builder.mul(a, b, flags=("nsw",))
