import { resolve } from 'node:path';
import { formats } from '../../report/formats.ts';
import { mergeReports, type NamedReport } from '../../report/mergeReports.ts';
import { TextStore } from '../../workspace/disk/textStore.ts';
import { readReport } from '../../workspace/judging/readReport.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import { outputFlags, reportOutputs, writeReport } from '../output/output.ts';
import { exitFlags, exitOf } from '../runs/exitOf.ts';

/** `merge`: merges the JSON reports of all shards of a run. */
export const merge: Command = {
  operands: 'FILES...',
  flags: [...outputFlags(formats), ...exitFlags],
  notes: [
    'kubecompat check . --shard 1/2 --output json=1.part; kubecompat check . --shard 2/2 --output json=2.part',
    'kubecompat merge 1.part 2.part --output sarif=out.sarif',
    'Do not write reports named .json into a checked folder: the next shard would check them.',
    '',
    'exit: as check, from all findings; 2 if a shard is missing, repeated or of another run',
  ].join('\n'),
  async run(parsed, terminal) {
    const outputs = reportOutputs(parsed, formats);
    const files = parsed.positionals;
    if (files.length === 0) throw new UsageError('no report to merge', 'name the JSON reports of all shards');
    const texts = new TextStore();
    try {
      const reports: NamedReport[] = [];
      for (const name of files) {
        const read = await readReport(resolve(terminal.cwd, name), texts);
        if (!read.ok) throw new UsageError(`${name} ${read.message}`, read.remedy);
        reports.push({ name, report: read.report });
      }
      const merged = mergeReports(reports);
      if (!merged.ok) throw new UsageError(merged.message, merged.remedy);
      const { report } = merged;
      return await writeReport({ report, sourceOf: () => undefined }, outputs, terminal, exitOf(report, parsed, false));
    } finally {
      texts.close();
    }
  },
};
