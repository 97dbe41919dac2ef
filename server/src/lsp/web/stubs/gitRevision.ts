import type * as desktop from '../../../workspace/programs/gitRevision.ts';

/** A browser has no processes, so commits are unknown. */
export const filesAtRevision: typeof desktop.filesAtRevision = () => ({
  ok: false,
  message: 'git cannot be run in a browser',
  remedy: 'use the command line, or VS Code on the desktop',
});
