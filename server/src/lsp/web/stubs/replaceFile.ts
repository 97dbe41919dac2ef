import type * as desktop from '../../../workspace/disk/replaceFile.ts';

/* The editor writes its files, not the server. */

const refused = {
  message: 'cannot be written in a browser',
  remedy: 'use the command line, or VS Code on the desktop',
};

/** Makes no file. */
export const createFile: typeof desktop.createFile = () => refused;

/** Replaces no file. */
export const replaceFile: typeof desktop.replaceFile = () => refused;
