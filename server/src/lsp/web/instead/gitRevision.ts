import type * as desktop from '../../../workspace/programs/gitRevision.ts';

/** There are no processes in a browser, so nothing is known of what is committed. */
export const filesAtRevision: typeof desktop.filesAtRevision = () => ({
  ok: false,
  message: 'git cannot be run in a browser',
  remedy: 'use the command line, or VS Code on the desktop',
});
