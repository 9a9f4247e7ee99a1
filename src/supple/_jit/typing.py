"""What numba must know of our marks: the type of a kernel and of a generic."""

from numba import types
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.extending import register_model

from .versions import tried

if tried():
    from .parts import dispatcher
else:
    from .plain import dispatcher  # noqa: F401


class Chosen(types.Callable):
    """The type of a generic: that of the implementation for the class of the argument `P`."""

    def __init__(self, generic):
        self.generic = generic
        super().__init__(f"generic {generic.__name__}")

    def _of(self, args):
        return self.generic.of(args[self.generic.place].instance_class)._numba_type_

    def get_call_type(self, context, args, kws):
        return self._of(args).get_call_type(context, args, kws)

    def get_call_signatures(self):
        return (), False

    def get_impl_key(self, sig):
        return self._of(sig.args).get_impl_key(sig)


type_of_generic = Chosen
register_model(Chosen)(models.OpaqueModel)


@lower_constant(Chosen)
def _no_value(context, builder, chosen, generic):
    return context.get_dummy_value()
