import { targetFlags as flagNames } from '../../targets/target.ts';
import type { Command } from '../command.ts';
import { type FlagSpec, type ParsedArguments, UsageError, valuesOf } from './arguments.ts';
import { secondsForm } from './timeout.ts';

/** The flags for access to a cluster, of every command that accepts one as a target. */
export const accessFlags: readonly FlagSpec[] = [
  { name: 'kubeconfig', value: 'FILE', help: 'for clusters: instead of $KUBECONFIG or ~/.kube/config' },
  {
    name: 'timeout',
    alias: 'request-timeout',
    value: 'SECONDS',
    form: secondsForm,
    help: 'for clusters: the timeout of each request in seconds (15); all requests together may take eight times as long',
  },
];

/** A live cluster as a target. */
export const contextFlag: FlagSpec = {
  name: 'context',
  value: 'NAME',
  help: 'a live cluster of your kubeconfig as a target: reads it now, changes nothing; may be repeated',
};

/** The flags whose values are targets. */
const targetNames = ['target', 'from', 'to'];

/** The context of a target `context=NAME`; undefined if it is another one. */
export function contextOf(expression: string): string | undefined {
  return /^context=(.*)$/s.exec(expression)?.[1];
}

/** The contexts that the targets of a command line name, each once. Throws a {@link UsageError}. */
export function contextsIn(parsed: ParsedArguments, command: Pick<Command, 'ownsContext'>): readonly string[] {
  const flagContexts = command.ownsContext?.(parsed) === true ? [] : valuesOf(parsed, 'context');
  const conflicting =
    flagContexts.length === 0 ? undefined : flagNames.find((name) => valuesOf(parsed, name).length > 0);
  if (conflicting !== undefined) {
    const remedy = 'the settings come from the cluster; use --target for another server';
    throw new UsageError(`--context and --${conflicting} exclude each other`, remedy);
  }
  const targets = targetNames.flatMap((name) => valuesOf(parsed, name)).map(contextOf);
  const contexts = [...new Set([...flagContexts, ...targets.filter((context) => context !== undefined)])];
  if (contexts.includes(''))
    throw new UsageError('--context names no context', 'kubectl config get-contexts lists them');
  return contexts;
}
