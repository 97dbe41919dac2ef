import type { Command } from '../command.ts';
import { type FlagSpec, type ParsedArguments, UsageError, valuesOf } from './arguments.ts';

/** kubectl's file flags, for every command with paths. */
export const pathFlags: readonly FlagSpec[] = [
  {
    name: 'filename',
    short: 'f',
    value: 'FILE',
    help: 'as in kubectl: a file, a folder or - for standard input, like PATHS; comma-separated, or may be repeated',
  },
  { name: 'recursive', short: 'R', help: 'as in kubectl; folders are always searched recursively' },
];

/** Whether a command takes paths. */
export function takesPaths({ operands }: Pick<Command, 'operands'>): boolean {
  return operands.includes('PATHS');
}

/**
 * The arguments with the files of `-f` and `-k` as positionals. Throws a {@link UsageError} for a URL, since nothing is
 * downloaded.
 *
 * Comma-separated lists are kubectl's (`FileNameFlags` in k8s.io/cli-runtime/pkg/genericclioptions).
 */
export function withFilenames(parsed: ParsedArguments): ParsedArguments {
  const named = valuesOf(parsed, 'filename').flatMap((value) => value.split(','));
  const address = named.find((name) => /^https?:\/\//i.test(name));
  if (address !== undefined) {
    throw new UsageError(`-f ${address}: URLs are not supported`, 'download it, or pipe it to -f -');
  }
  if (named.includes('')) throw new UsageError('-f names no file', 'write -f FILE, or -f - for standard input');
  const built = valuesOf(parsed, 'kustomize');
  if (built.length > 0) {
    const flags = [...parsed.flags, { name: 'build-kustomizations', value: '' }];
    return { ...parsed, positionals: [...parsed.positionals, ...named, ...built], flags };
  }
  return named.length === 0 ? parsed : { ...parsed, positionals: [...parsed.positionals, ...named] };
}
