/** Character codes that the fast reader asks for by name. */
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const HASH = 35;
export const COLON = 58;
export const COMMA = 44;
export const DASH = 45;
export const DOUBLE = 34;
export const SINGLE = 39;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;
