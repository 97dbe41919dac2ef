/** The environment in which Wine runs Node.js, with a separate prefix. */
export const wineEnvironment: Readonly<Record<string, string>>;
