import type { Consequence } from '../../finding.ts';
import type { ToolNote } from '../../sources/description.ts';
import { capital } from '../../text/capital.ts';
import type { Check } from '../check.ts';

/** What the tool that makes a cluster leaves out of its file, and what it refuses. */
export const clusterTool: Check = {
  codes: [
    {
      code: 'ignored-by-tool',
      consequences: ['dropped', 'release-dependent'],
      title: 'The tool that makes the cluster ignores this setting',
    },
    {
      code: 'refused-by-tool',
      consequences: ['not-started', 'release-dependent'],
      title: 'The tool that makes the cluster refuses this file',
    },
  ],
  cluster({ cluster }, emit) {
    for (const note of cluster.notes ?? []) {
      const { effect, span, path, message, why, remedy, source } = note;
      const code = effect === 'ignored' || effect === 'uncertain' ? 'ignored-by-tool' : 'refused-by-tool';
      emit({
        code,
        consequence: consequences[effect],
        path,
        span,
        message,
        why,
        remedy: `${capital(remedy)}.`,
        source,
        fixes: () => [],
      });
    }
  },
};

const consequences: Readonly<Record<ToolNote['effect'], Consequence>> = {
  ignored: 'dropped',
  refused: 'not-started',
  unread: 'release-dependent',
  conditional: 'release-dependent',
  uncertain: 'release-dependent',
};
