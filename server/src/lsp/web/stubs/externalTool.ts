import type * as desktop from '../../../workspace/programs/externalTool.ts';

/* There are no processes in a browser, so there are no programs. */

/** A browser has no PATH. */
export const programOnPath: typeof desktop.programOnPath = () => undefined;

/** No program can be run. */
export const whyNoPrograms: typeof desktop.whyNoPrograms = 'programs cannot run in a browser';

/** No file is a program. */
export const isExecutable: typeof desktop.isExecutable = () => false;

/** Runs nothing. */
export const runTool: typeof desktop.runTool = async () => ({
  ok: false,
  reason: 'stopped',
  message: 'cannot be run in a browser',
});
