import type { Check } from '../check.ts';

/** The code of Kustomizations that are never applied; whoever knows all of a repository finds it (`judge/endlessWaits.ts`). */
export const endlessWait: Check = {
  codes: [
    {
      code: 'endless-wait',
      consequences: ['advice'],
      title: 'A Flux Kustomization waits for one that never becomes ready',
    },
  ],
};
