import type * as desktop from '../../../workspace/kustomize/kustomizeBuild.ts';

/* A browser has no processes, so nothing is built. */

/** The message without a program to build with. */
export const noKustomize: typeof desktop.noKustomize = 'programs cannot run in a browser';

/** A browser runs no programs. */
export const findKustomize: typeof desktop.findKustomize = async () => undefined;

/** Builds nothing. */
export const buildKustomization: typeof desktop.buildKustomization = async () => ({ ok: false, message: noKustomize });
