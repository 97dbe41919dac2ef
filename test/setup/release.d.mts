/** The variable with the folder of an existing release. */
export const releaseVariable: string;
/** The arguments with which Node.js builds a release of this checkout, including uncommitted changes. */
export function releaseArguments(out: string): readonly string[];
