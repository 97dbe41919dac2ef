import type { Descriptions } from '../insight/descriptions.ts';
import { readLiveTexts } from '../workspace/settings/liveTexts.ts';
import { readCustomTexts, readFieldTexts } from '../workspace/shipped/fieldTextsFile.ts';

/** The descriptions of a live cluster and those shipped with the program, loaded lazily. */
export const descriptions: Descriptions = {
  ofKubernetes: ({ target }) => {
    const live = target.crds?.live?.texts;
    return [live === undefined ? undefined : readLiveTexts(live), readFieldTexts()].filter(
      (fieldTexts) => fieldTexts !== undefined,
    );
  },
  ofGroup: readCustomTexts,
};
