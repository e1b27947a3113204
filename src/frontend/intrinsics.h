/* The functions behind the rows of intrinsics.def, by the files that hold them. */
#ifndef BELAY_FRONTEND_INTRINSICS_H
#define BELAY_FRONTEND_INTRINSICS_H

#include "frontend/lower.h"

/* Result lanes of a call; NULL: it cannot be lowered after all. */
#define CALL_FUNCTION(name) \
  const Vals *name(Lower *l, const Known *known, const Call *call)
/* One lane of the result. */
#define LANE_FUNCTION(name) \
  Val name(Lower *l, const Known *known, const Val *args, Type type)

/* ---- intrinsics_memory.c: memory, the stack, and calls without meaning ---- */
CALL_FUNCTION(call_copy);
CALL_FUNCTION(call_fill);
CALL_FUNCTION(call_scope);
CALL_FUNCTION(call_stack_save);
CALL_FUNCTION(call_stack_restore);
CALL_FUNCTION(call_va_start);
CALL_FUNCTION(call_va_copy);
CALL_FUNCTION(call_object_size);
CALL_FUNCTION(call_any_number);
CALL_FUNCTION(call_abort);
CALL_FUNCTION(call_nothing);
CALL_FUNCTION(call_first);
CALL_FUNCTION(call_last);
CALL_FUNCTION(call_number);

/* ---- intrinsics_float.c ---- */
LANE_FUNCTION(lane_math);
LANE_FUNCTION(lane_multiply_add);
LANE_FUNCTION(lane_to_int_saturated);
LANE_FUNCTION(lane_power);
LANE_FUNCTION(lane_float_class);
CALL_FUNCTION(call_frexp);

/* ---- intrinsics_int.c ---- */
LANE_FUNCTION(lane_abs);
LANE_FUNCTION(lane_first);
LANE_FUNCTION(lane_op);
LANE_FUNCTION(lane_funnel);
LANE_FUNCTION(lane_pointer_mask);
CALL_FUNCTION(call_with_overflow);
LANE_FUNCTION(lane_saturated);
LANE_FUNCTION(lane_three_way);
LANE_FUNCTION(lane_extreme);
CALL_FUNCTION(call_reduce);
CALL_FUNCTION(call_reduce_ordered);
CALL_FUNCTION(call_reduce_extreme);

#endif
