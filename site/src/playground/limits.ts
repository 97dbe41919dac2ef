/** The longest text of the playground, in UTF-16 units: longer ones are for the command line. */
export const longestText = 1_000_000;

/** The most targets, and the longest expression of one, that a link may name. */
export const maxTargets = 30;
export const longestTarget = 500;

/** The message for a too long text, with the remedy. */
export function tooLong(length: number): string {
  const size = (length / 1e6).toFixed(1);
  return `The text has ${size} million characters; the playground accepts 1 million. Check it with: kubecompat check FILE`;
}
