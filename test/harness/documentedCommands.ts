import { commands } from '../../server/src/cli/commands.ts';

const names = new Set(['lsp', ...commands.map(({ name }) => name)]);
const word = /(?:'[^']*'|"[^"]*"|\$\{\{[^}]*\}\}|[^\s'";])+|;/g;
const separators = new Set(['|', '||', '&&', ';', '>']);

/**
 * The commands of Kubecompat on a page in Markdown, each as its arguments: in code blocks, in the steps of workflows,
 * and between backticks. `npx kubecompat`, `kubectl compat` and `kubecompat:VERSION` of a container are the same
 * program.
 */
export function documentedCommands(page: string): readonly (readonly string[])[] {
  const fence = /^```\w*\n([\s\S]*?)^```/gm;
  const blocks = [...page.matchAll(fence)].flatMap(([, inside = '']) => inside.replace(/\\\n\s*/g, '').split('\n'));
  const inline = [...page.replace(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside);
  return [...blocks.flatMap(commandsIn), ...inline.flatMap(commandsIn).map(named)];
}

/** In prose, a command without arguments is the name of one: `crds add`. */
function named(words: readonly string[]): readonly string[] {
  return words.every((name) => /^[a-z][a-z-]*$/.test(name)) ? [...words, '[ARGUMENTS...]'] : words;
}

function commandsIn(line: string): readonly (readonly string[])[] {
  const words = line.replace(/\s#.*/, '').match(word) ?? [];
  return pipeline(words).flatMap((segment) => {
    const at = segment.findLastIndex(
      (name, index) => /^(?:kubecompat(?::VERSION)?|compat)$/.test(name) && names.has(segment[index + 1] ?? ''),
    );
    return at < 0 ? [] : [segment.slice(at + 1).map((argument) => argument.replaceAll(/['"]/g, ''))];
  });
}

function pipeline(words: readonly string[]): readonly (readonly string[])[] {
  const end = words.findIndex((name) => separators.has(name));
  return end < 0 ? [words] : [words.slice(0, end), ...pipeline(words.slice(end + 1))];
}

/**
 * Whether the arguments of a command that ran are those on a page, where a word in capitals, a variable and the address
 * of a registry stand for any, and brackets for what may be left out.
 */
export function isDocumentedAs(ran: readonly string[], documented: readonly string[]): boolean {
  return fits(ran.flatMap(flagAndValue), documented.flatMap(flagAndValue));
}

/** `--flag=value` means the same as `--flag value`. */
function flagAndValue(argument: string): readonly string[] {
  const [, flag, value] = /^(--[a-z-]+)=(.*)$/.exec(argument) ?? [];
  return flag === undefined || value === undefined ? [argument] : [flag, value];
}

function fits(ran: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return ran.length === 0;
  if (first.startsWith('[')) return fits(ran, rest) || ran.some((_, index) => fits(ran.slice(index + 1), rest));
  const [next, ...left] = ran;
  return next !== undefined && pattern(first).test(next) && fits(left, rest);
}

function pattern(documented: string): RegExp {
  const parts = documented
    .split(/\$\{\{.*?\}\}|\$\w+|\b[A-Z]{2,}\b|https:\/\/(?:charts\.)?example\.com|ghcr\.io/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
