import { csv } from '../../report/csv.ts';
import { html } from '../../report/html.ts';
import { json } from '../../report/json.ts';
import { jsonl } from '../../report/jsonl.ts';
import { matrix } from '../../report/matrix.ts';
import { matrixMarkdown } from '../../report/matrixMarkdown.ts';
import { withEvidence } from '../../report/reportEntries.ts';
import { table } from '../../report/table.ts';
import type { Command } from '../command.ts';
import { asksForEvidence, evidenceFlags, gatherEvidence } from '../live/reportEvidence.ts';
import { outputFlags } from '../output/output.ts';
import { cacheFlag } from '../runs/cachedRun.ts';
import { judgeAndWrite, judgingFlags } from '../runs/judging.ts';
import { watchFlag } from '../runs/watching.ts';

const formats = [matrix, table, json, jsonl, matrixMarkdown, csv, html];

/** `report`: the matrix of resources by targets. */
export const report: Command = {
  operands: 'PATHS...',
  flags: [...outputFlags(formats), ...judgingFlags, ...evidenceFlags, cacheFlag, watchFlag],
  notes: [
    'With --audit-log, --stored or --releases, the report also has, for each API that a target has deprecated or',
    'removed: the manifests, the objects and Helm releases of the cluster, the requests that its server counts, and',
    'those of audit logs. Only --stored and --releases contact clusters.',
  ].join('\n'),
  run(parsed, terminal) {
    if (!asksForEvidence(parsed)) return judgeAndWrite(parsed, terminal, formats);
    return judgeAndWrite(parsed, terminal, formats, async (run) => {
      const { evidence, isWhole } = await gatherEvidence(run, parsed, terminal);
      return { report: withEvidence(run.report, evidence), isWhole };
    });
  },
};
