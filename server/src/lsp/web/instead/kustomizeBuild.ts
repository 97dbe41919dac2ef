import type * as desktop from '../../../workspace/kustomize/kustomizeBuild.ts';

/* There are no processes in a browser, so nothing is built. */

/** What is said where there is nothing to build with. */
export const noKustomize: typeof desktop.noKustomize = 'programs cannot run in a browser';

/** There is no program. */
export const findKustomize: typeof desktop.findKustomize = async () => undefined;

/** Nothing is built. */
export const buildKustomization: typeof desktop.buildKustomization = async () => ({ ok: false, message: noKustomize });
