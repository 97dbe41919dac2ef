/* What fetches definitions needs files and programs that a browser has not. */

throw new Error('Definitions can be added on the desktop only, or with the command line.');

export {};
