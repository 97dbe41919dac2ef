/* What fetches definitions needs files and programs that a browser has not. */

throw new Error('Definitions can be added only in desktop VS Code or with the command line.');

export {};
