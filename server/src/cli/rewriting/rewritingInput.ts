import { dirname } from 'node:path';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { unifiedDiff } from '../../report/unifiedDiff.ts';
import { readStandardInput } from '../../workspace/judging/standardInput.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems } from '../runs/judging.ts';

/** The file name of standard input. */
export const stdinFilenameFlag: FlagSpec = {
  name: 'stdin-filename',
  value: 'FILE',
  help: 'the file name of standard input (-); the result goes to standard output',
};

/** The rewritten text of standard input. */
export interface RewrittenInput {
  readonly text: string;
  /** For people: what was and was not changed. */
  readonly messages: readonly string[];
  readonly exit: number;
}

/**
 * Rewrites standard input for a command whose only path is `-`. The new text goes to standard output, with `--diff` the
 * difference, with `--dry-run` the planned changes; messages go to standard error. Returns the exit code; throws a
 * {@link UsageError} for options that do not support standard input.
 */
export function rewriteInput(
  parsed: ParsedArguments,
  terminal: Terminal,
  selection: TargetSelection,
  today: string,
  rewrite: (text: string, inputs: FileInputs) => RewrittenInput,
): number {
  if (parsed.positionals.length > 1)
    throw new UsageError('- cannot be combined with other paths', 'name files, or - alone');
  if (isOn(parsed, 'write')) {
    throw new UsageError('standard input cannot be written', 'leave out --write: the new text goes to standard output');
  }
  const filename = lastValue(parsed, stdinFilenameFlag.name);
  const { file, path, content } = readStandardInput(() => terminal.readStdin(), filename, terminal.cwd);
  const texts = new Map(content.ok ? [[path, content.text]] : []);
  const inputs = new FilesOfRun({ paths: ['-'], selection, today, texts }, terminal).workspace.inputsOf(path);
  if (reportSettingProblems(selection.problems, terminal) || inputs === undefined) {
    const config = selection.configFile(dirname(path));
    if (config !== undefined) terminal.problem(`${file} was not changed`, `fix ${config}`);
    return exitCode.usage;
  }
  if (!content.ok) {
    terminal.problem(`${file} ${content.message}`, content.remedy);
    return exitCode.notJudged;
  }
  const { text, messages, exit } = rewrite(content.text, inputs);
  if (isOn(parsed, 'dry-run')) terminal.out(messages.map((line) => `${line}\n`));
  else {
    for (const line of messages) terminal.err(line);
    terminal.out([isOn(parsed, 'diff') ? unifiedDiff(file, content.text, text) : text]);
  }
  return exit;
}
