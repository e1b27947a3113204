/* Lines of the user's source files, where they can still be read, and how messages show
 * them. */
#ifndef BELAY_REPORT_SOURCE_H
#define BELAY_REPORT_SOURCE_H

#include "base/vec.h"
#include "ir/ir.h"

typedef struct SourceFiles SourceFiles;

SourceFiles *source_new(Arena *arena);
/* Without its line end; NULL when the file or the line is not there. Files are read once.
 */
const char *source_line(SourceFiles *files, const char *path, uint32_t line);

/* The line of a position and a caret below the column; nothing when it cannot be read:
 *    12 |   a[i] = 0;
 *       |        ^                     */
void source_show(SourceFiles *files, const Program *p, uint32_t pos, bool color,
                 VecChar *out);

#endif
