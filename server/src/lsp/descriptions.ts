import type { Descriptions } from '../insight/descriptions.ts';
import { readLiveTexts } from '../workspace/settings/liveTexts.ts';
import { readCustomTexts, readFieldTexts } from '../workspace/shipped/fieldTextsFile.ts';

/** What a live cluster said when it was read, and what ships with the program; read when it is first asked for. */
export const descriptions: Descriptions = {
  ofKubernetes: ({ target }) => {
    const live = target.crds?.live?.texts;
    return [live === undefined ? undefined : readLiveTexts(live), readFieldTexts()].filter(
      (fieldTexts) => fieldTexts !== undefined,
    );
  },
  ofGroup: readCustomTexts,
};
