import type { BuildOptions } from 'esbuild';

/** How esbuild makes the language server a script of a worker, run in the checkout. */
export const webServer: BuildOptions;
