/** The present day in UTC, `YYYY-MM-DD`: the shells' only look at a clock, by which comments stop to ignore findings. */
export function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}
