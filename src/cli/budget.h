/* Processor time of a whole command: this process and every child, as benchmarks measure
 * it. And the promise of `belay check` that its last line is a verdict, whatever happens.
 */
#ifndef BELAY_CLI_BUDGET_H
#define BELAY_CLI_BUDGET_H

/* From now on `seconds` are to be spent in all; 0 is no limit. */
void budget_start(double seconds);
/* Spent so far, children that have ended included. */
double budget_spent(void);
/* What engines may still spend; a reserve for the report is kept back. INFINITY when
 * there is no limit, 0 when it is used up. */
double budget_left(void);

/* Until guard_release the process ends with a line UNKNOWN and exit code 2 when it is
 * told to end (SIGTERM), is out of time (SIGXCPU, the budget) or breaks down; children
 * are killed. A child of this process is not affected. */
void guard_promise_verdict(void);
/* This process's own share of the budget as it is now becomes its limit. */
void guard_limit_time(void);
void guard_release(void);

#endif
