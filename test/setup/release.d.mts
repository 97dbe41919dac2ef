/** The variable that names the folder of a release that was made. */
export const releaseVariable: string;
/** The arguments of Node.js that make a release of this checkout from its build, with changes that are not committed. */
export function releaseArguments(out: string): readonly string[];
