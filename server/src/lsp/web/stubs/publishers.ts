/* Fetching definitions needs files and programs that a browser lacks. */

throw new Error('Definitions can be added only in desktop VS Code or with the command line.');

export {};
