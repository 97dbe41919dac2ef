/* What reads live clusters needs files and connections that a browser has not. */

throw new Error('Live clusters can be read only in desktop VS Code or with the command line.');

export {};
