/* Reading live clusters needs files and connections that a browser lacks. */

throw new Error('Live clusters can be read only in desktop VS Code or with the command line.');

export {};
