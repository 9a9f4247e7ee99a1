"""Named columns of a motor: parameters, scratch of its node, modes."""

from ..tables import W_MOTOR

# columns of the parameters; EL_A: the node, EL_B: the element that holds the command, or -1, EL_ROW_F: its pieces, or 0
RESISTANCE, INDUCTANCE, CONSTANT, DAMPING, COULOMB, STATIC, BRISTLE, RATIO, DRIVING, DRIVEN = range(10)
VALUE, OUTPUT, BY_CURRENT, U_MAX, I_MAX, AT_BRISTLE, AT_HEAT, TO_HOUSING, TO_AIR, C_WINDING, C_HOUSING = range(10, 21)
LOAD, CURRENT, VOLTAGE = W_MOTOR, W_MOTOR + 1, W_MOTOR + 2  # scratch of the node

# columns of mode; 0: piece of the command
M_SLIP = 1  # 0: no friction that is located
FORWARD, STUCK, BACK = 1, 2, 3
M_SOURCE = 2  # 0: free, else sign of the current, or of the voltage, at its limit
M_LOAD = 3  # sign of what the gear output feels, 0: not asked for
M_CLIP = 4  # 0: as commanded, else sign of the limit of a command over time
