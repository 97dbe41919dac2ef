import { resolve } from 'node:path';
import schema from '../../../../schemas/report.schema.json';
import { formats } from '../../report/formats.ts';
import { mergeReports, type NamedReport } from '../../report/mergeReports.ts';
import type { WorkspaceReport } from '../../report/workspaceReport.ts';
import { jsonReader } from '../../workspace/disk/readJson.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import { outputFlags, outputPlan, writeReport } from '../output/output.ts';
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
  run(parsed, terminal) {
    const plan = outputPlan(parsed, formats);
    const files = parsed.positionals;
    if (files.length === 0) throw new UsageError('no report to merge', 'name the JSON reports of all shards');
    const read = jsonReader<WorkspaceReport>(schema, 'a JSON report');
    const reports = files.map((name): NamedReport => {
      const readJson = read(resolve(terminal.cwd, name));
      if (!readJson.ok) throw new UsageError(`${name} ${readJson.message}`, readJson.remedy);
      return { name, report: readJson.value };
    });
    const merged = mergeReports(reports);
    if (!merged.ok) throw new UsageError(merged.message, merged.remedy);
    const { report } = merged;
    return writeReport({ report, sourceOf: () => undefined }, plan, terminal, exitOf(report, parsed, false));
  },
};
