/** The longest text that the playground takes, in UTF-16 units: what is longer is for the command line. */
export const longestText = 1_000_000;

/** The most targets, and the longest expression of one, that a link may name. */
export const mostTargets = 30;
export const longestTarget = 500;

/** Says that a text is too long, and what to do. */
export function tooLong(length: number): string {
  const size = (length / 1e6).toFixed(1);
  return `The text has ${size} million characters; the playground takes 1 million. Check it with: kubecompat check FILE`;
}
