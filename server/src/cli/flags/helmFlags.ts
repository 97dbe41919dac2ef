import { resolve } from 'node:path';
import { type HelmUse, helmOnPath } from '../../workspace/charts/helm.ts';
import { statOf } from '../../workspace/disk/trackedFs.ts';
import { type FlagSpec, isOn, type ParsedArguments, UsageError, valuesOf } from './arguments.ts';

/** The flags for judging Helm charts. */
export const helmFlags: readonly FlagSpec[] = [
  {
    name: 'helm-values',
    value: 'FILE',
    help: 'render charts with these values instead of those in the configuration; may be repeated, the last one wins',
  },
  { name: 'no-render', help: 'do not run helm; check the templates of charts without rendering' },
];

/**
 * How a command line wants charts rendered, or why it does not. Throws a {@link UsageError} where values are named and
 * cannot be used.
 */
export function helmSettings(parsed: ParsedArguments, cwd: string): HelmUse {
  const named = valuesOf(parsed, 'helm-values');
  if (isOn(parsed, 'no-render')) {
    if (named.length > 0) throw new UsageError('--helm-values and --no-render exclude each other', 'use one of them');
    return { notRendered: '--no-render' };
  }
  const values = named.map((file) => resolve(cwd, file));
  for (const [index, file] of values.entries()) {
    if (statOf(file)?.isFile() === true) continue;
    throw new UsageError(`--helm-values=${named[index] ?? ''} is not a file`, 'name a YAML file with values');
  }
  const program = helmOnPath();
  if (program !== undefined) return { helm: { program, values: named.length === 0 ? undefined : values } };
  if (named.length === 0) return { notRendered: 'helm is not on the PATH' };
  throw new UsageError('--helm-values needs helm, which is not on the PATH', 'install Helm, or leave the flag out');
}
