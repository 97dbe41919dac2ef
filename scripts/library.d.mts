import type { Plugin } from 'esbuild';

/** Replaces the module that reads the catalogue by its text, so that the library needs no file. */
export const catalogueInside: Plugin;

/** Bundles the library with its types into a folder. */
export function buildLibrary(outdir: string): Promise<void>;
