import { type AdmittedResource, asAdmitted } from '../../admitted/asAdmitted.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { unifiedDiff } from '../../report/unifiedDiff.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { todayOf } from '../flags/todayFlag.ts';
import type { Terminal } from '../output/terminal.ts';
import { rewriteInput } from '../rewriting/rewritingInput.ts';
import { FilesOfRun } from './filesOfRun.ts';
import { reportSettingProblems, selectTargets } from './judging.ts';

/** The flags that show objects as they would be stored. */
export const admittedFlags: readonly FlagSpec[] = [
  { name: 'as-admitted', help: 'show the objects as the server would store them: defaults, admission, dropped fields' },
  { name: 'diff', help: 'with --as-admitted: show what the server changes, as a unified diff' },
];

/**
 * Prints the objects of files as the server would store them, or the difference; what became of each goes to standard
 * error. Gives the exit code: findings where an object is refused. Throws a UsageError without paths.
 */
export function showAdmitted(parsed: ParsedArguments, terminal: Terminal): number {
  const paths = parsed.positionals;
  if (paths.length === 0) throw new UsageError('no path to check', 'name files or folders, or - for standard input');
  const selection = selectTargets(parsed, terminal, paths);
  if (selection.problems.length > 0) {
    reportSettingProblems(selection.problems, terminal);
    return exitCode.usage;
  }
  const today = todayOf(parsed);
  const admit = (before: string, inputs: FileInputs) => {
    const { text, resources } = asAdmitted(before, inputs);
    const isRefused = resources.some(({ refused }) => refused !== undefined);
    return {
      text,
      messages: resources.flatMap((one) => messages(inputs.file, before, one)),
      exit: isRefused ? exitCode.findings : exitCode.fine,
    };
  };
  if (paths.includes('-')) return rewriteInput(parsed, terminal, selection, today, admit);
  let exit: number = exitCode.fine;
  let isFirst = true;
  const files = new FilesOfRun({ paths, selection, today }, terminal);
  const problem = (message: string, remedy: string, code: number) => {
    terminal.problem(message, remedy);
    if (exit !== exitCode.findings) exit = code;
  };
  for (const { file, content, inputs } of files.each(problem)) {
    const made = admit(content.text, inputs);
    for (const line of made.messages) terminal.err(line);
    if (made.exit === exitCode.findings) exit = made.exit;
    if (made.messages.length === 0) continue;
    if (isOn(parsed, 'diff')) terminal.out([unifiedDiff(file, content.text, made.text)]);
    else terminal.out([isFirst ? '' : '---\n', made.text.endsWith('\n') ? made.text : `${made.text}\n`]);
    isFirst = false;
  }
  reportSettingProblems(selection.problems, terminal);
  return exit;
}

/** What became of an object, a line for each thing that its text does not show. */
function messages(file: string, text: string, made: AdmittedResource): readonly string[] {
  const { resource, refused, isOpen, dropped, uncertain, byPlugins, assigned } = made;
  const line = new LineIndex(text).position(resource.kindSpan.start).line + 1;
  const say = (what: string) => printable(`${file}:${line} ${resource.kind} ${resource.name ?? ''}: ${what}`);
  if (refused !== undefined) return [say(`not stored: ${refused}`)];
  if (isOpen === true) return [say('shown as it is written: what the server makes of it is not known')];
  return [
    say('stored'),
    ...(dropped.length > 0 ? [say(`dropped: ${dropped.join(', ')}`)] : []),
    ...byPlugins.map((one) => say(`written by ${one}`)),
    ...(assigned.length > 0 ? [say(`made up by the server, and left out here: ${assigned.join(', ')}`)] : []),
    ...(uncertain.length > 0 ? [say(`filled in, and not known with what: ${uncertain.join(', ')}`)] : []),
  ];
}
