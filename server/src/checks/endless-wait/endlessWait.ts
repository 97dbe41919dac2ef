import type { Check } from '../check.ts';

/**
 * The code for Kustomizations that are never applied; found where the whole repository is known
 * (`judge/endlessWaits.ts`).
 */
export const endlessWait: Check = {
  codes: [
    {
      code: 'endless-wait',
      consequences: ['advice'],
      title: 'A Flux Kustomization waits for one that never becomes ready',
    },
  ],
};
