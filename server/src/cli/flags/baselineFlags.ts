import { resolve } from 'node:path';
import schema from '../../../../schemas/baseline.schema.json';
import { type Baseline, baselineOf, baselineText, emptyBaseline, withBaseline } from '../../report/baseline.ts';
import type { BaselineEntry, WorkspaceReport } from '../../report/workspaceReport.ts';
import { explainWriteError } from '../../workspace/disk/ioError.ts';
import type { Terminal } from '../output/terminal.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

/** The flags for baselines of known findings. */
export const baselineFlags: readonly FlagSpec[] = [
  { name: 'baseline', value: 'FILE', help: 'hide the findings in this file, and report its stale entries' },
  { name: 'update-baseline', help: 'write the current findings into the file of --baseline' },
];

/** The results of a run that a baseline needs. */
export interface BaselineRun {
  readonly report: WorkspaceReport;
  /** Whether the run covered a file, or would have if it existed. */
  readonly covers: (file: string) => boolean;
}

/** Removes the findings of a baseline from a report; undefined without a baseline flag. Rejects with a UsageError. */
export async function baselineFor(
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<((run: BaselineRun) => WorkspaceReport) | undefined> {
  const name = lastValue(parsed, 'baseline');
  const updates = isOn(parsed, 'update-baseline');
  if (name === undefined) {
    if (updates) throw new UsageError('--update-baseline needs the file of the baseline', 'add --baseline FILE');
    return undefined;
  }
  if (updates && lastValue(parsed, 'shard') !== undefined) {
    throw new UsageError('a shard cannot update a baseline', 'update it in a run without --shard');
  }
  // Loaded only with a baseline.
  const { jsonReader } = await import('../../workspace/disk/readJson.ts');
  const path = resolve(terminal.cwd, name);
  const read = jsonReader<Baseline>(schema, 'a baseline')(path);
  if (!read.ok && !(updates && read.missing)) {
    const remedy = read.missing ? 'write it with --update-baseline' : read.remedy;
    throw new UsageError(`--baseline: ${name} ${read.message}`, remedy);
  }
  const known = read.ok ? read.value : emptyBaseline;
  return ({ report, covers }) => {
    const targets = new Set(report.targets.map((target) => target.name));
    const isCovered = ({ file, target }: BaselineEntry) => targets.has(target) && covers(file);
    if (!updates) return withBaseline(report, known, isCovered);
    const next = baselineOf(report, known, isCovered);
    try {
      terminal.save(path, [baselineText(next)]);
    } catch (error) {
      const { message, remedy } = explainWriteError(error);
      throw new UsageError(`--baseline: ${name} ${message}`, remedy);
    }
    return withBaseline(report, next, isCovered);
  };
}
