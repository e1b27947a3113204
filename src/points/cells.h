/* Between content.c and cells.c. */
#ifndef BELAY_POINTS_CELLS_H
#define BELAY_POINTS_CELLS_H

#include "points/content.h"

/* `into` covers both from now on; both are CELL_VALUES of one size. */
void cell_hull(Cell *into, const Cell *cell);
/* The value of a part of the cell, mixed with other bytes. */
ValueId cell_part(Contents *contents, const Cell *cell);
/* To the cells under construction, unless it is empty. */
void content_add_cell(Contents *contents, Cell cell);
ContentId content_intern_scratch(Contents *contents);

#endif
