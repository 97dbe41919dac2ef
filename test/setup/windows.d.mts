/** The environment in which Wine runs Node.js, with drives of its own. */
export const wineEnvironment: Readonly<Record<string, string>>;
