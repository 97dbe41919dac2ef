/** Today in UTC, `YYYY-MM-DD`, for suppressions with an end date: the only use of a clock in the shells. */
export function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}
