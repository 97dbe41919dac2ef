import type { AdmittedResource } from '../../admitted/admittedDraft.ts';
import { admittedText } from '../../admitted/admittedText.ts';
import { notesOf } from '../../admitted/notes.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { unifiedDiff } from '../../report/unifiedDiff.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, type ParsedArguments, pathsFor } from '../flags/arguments.ts';
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
 * Prints the objects of files as the server would store them, or the difference, with a message per object on standard
 * error. Returns the exit code: findings if an object is refused. Throws a UsageError without paths.
 */
export function showAdmitted(parsed: ParsedArguments, terminal: Terminal): number {
  const paths = pathsFor('check', parsed);
  const selection = selectTargets(parsed, terminal, paths);
  if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
  const today = todayOf(parsed);
  const admit = (before: string, inputs: FileInputs) => {
    const { text, resources } = admittedText(before, inputs);
    const isRefused = resources.some(({ refused }) => refused !== undefined);
    return {
      text,
      messages: resources.flatMap((resource) => messages(inputs.file, before, resource)),
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
    const answer = admit(content.text, inputs);
    for (const line of answer.messages) terminal.err(line);
    if (answer.exit === exitCode.findings) exit = answer.exit;
    if (answer.messages.length === 0) continue;
    if (isOn(parsed, 'diff')) terminal.out([unifiedDiff(file, content.text, answer.text)]);
    else terminal.out([isFirst ? '' : '---\n', answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`]);
    isFirst = false;
  }
  reportSettingProblems(selection.problems, terminal);
  return exit;
}

/** The messages about an object that its text does not show. */
function messages(file: string, text: string, admitted: AdmittedResource): readonly string[] {
  const { resource, refused, isOpen } = admitted;
  const line = new LineIndex(text).position(resource.kindSpan.start).line + 1;
  const isStored = refused === undefined && isOpen !== true;
  return [...(isStored ? ['stored'] : []), ...notesOf(admitted)].map((note) =>
    printable(`${file}:${line} ${resource.kind} ${resource.name ?? ''}: ${note}`),
  );
}
