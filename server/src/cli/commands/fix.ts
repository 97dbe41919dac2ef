import { checkCodes } from '../../checks/checkCodes.ts';
import { type AppliedFix, applyFixes, type FixPolicy } from '../../fix.ts';
import { plain, type Style } from '../../report/style.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { nearest } from '../../text/nearest.ts';
import { type Command, exitCode } from '../command.ts';
import { isOn, type ParsedArguments, pathsFor, UsageError, valuesOf } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import type { Terminal } from '../output/terminal.ts';
import { Rewriting, rewriteFlags, rewriteMode } from '../rewriting/rewriting.ts';
import { rewriteInput, stdinFilenameFlag } from '../rewriting/rewritingInput.ts';
import { type FileOfRun, FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';
import { notePreviews } from '../runs/notePreviews.ts';

/** `fix`: applies safe fixes; without `--write` it only shows the changes. */
export const fix: Command = {
  operands: 'PATHS...',
  flags: [
    ...rewriteFlags,
    { name: 'accept-forced', help: 'also apply fixes that lose what the target cannot express' },
    { name: 'only', value: 'CODE', help: 'fix findings of this code only; may be repeated' },
    ...targetFlags,
    todayFlag,
    stdinFilenameFlag,
  ],
  run(parsed, terminal) {
    const mode = rewriteMode(parsed);
    const policy = wantedFixes(parsed);
    const today = todayOf(parsed);
    const paths = pathsFor('fix', parsed);
    const selection = selectTargets(parsed, terminal, paths);
    if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
    if (paths.includes('-')) {
      return rewriteInput(parsed, terminal, selection, today, (before, inputs) => {
        notePreviews(selection.targets, terminal);
        const { text, applied } = applyFixes(before, inputs, policy);
        return { text, messages: appliedLines(inputs.file, before, applied, plain), exit: exitCode.fine };
      });
    }
    const run = new FixRun(new Rewriting(mode, terminal), terminal);
    const files = new FilesOfRun({ paths, selection, today }, terminal);
    for (const file of files.each((...problem) => run.rewriting.problem(...problem))) {
      const { text, applied } = applyFixes(file.content.text, file.inputs, policy);
      if (text !== file.content.text) run.fixed(file, text, applied);
    }
    reportSettingProblems(selection.problems, terminal);
    notePreviews(selection.targets, terminal);
    return run.end();
  },
};

function wantedFixes(parsed: ParsedArguments): FixPolicy {
  const only = new Set(valuesOf(parsed, 'only').flatMap((value) => value.split(',')));
  for (const code of only) {
    if (checkCodes.has(code)) continue;
    const close = nearest(code, checkCodes.keys(), 1)[0];
    const remedy = close === undefined ? 'kubecompat explain lists the codes' : `did you mean ${close}?`;
    throw new UsageError(`--only names the unknown check code "${code}"`, remedy);
  }
  const forced = isOn(parsed, 'accept-forced');
  return ({ code }, { kind }) =>
    (only.size === 0 || only.has(code)) && (kind === 'safe' || (forced && (kind === 'forced' || kind === 'lossy')));
}

class FixRun {
  readonly rewriting: Rewriting;
  readonly #terminal: Terminal;
  #files = 0;
  #fixes = 0;

  constructor(rewriting: Rewriting, terminal: Terminal) {
    this.rewriting = rewriting;
    this.#terminal = terminal;
  }

  fixed({ file, path, content }: FileOfRun, text: string, applied: readonly AppliedFix[]): void {
    const { style } = this.#terminal;
    const lines = () => appliedLines(file, content.text, applied, style).map((line) => `${line}\n`);
    if (!this.rewriting.rewrite({ file, path, content, text }, lines)) return;
    this.#files++;
    this.#fixes += applied.length;
  }

  end(): number {
    const { mode, exit } = this.rewriting;
    const done = mode === 'write' ? 'fixed' : 'can be fixed; nothing was changed';
    this.rewriting.end(`${count(this.#fixes, 'finding')} in ${count(this.#files, 'file')} ${done}`, this.#fixes);
    return exit;
  }
}

/** The changes, one per line. */
function appliedLines(file: string, text: string, applied: readonly AppliedFix[], style: Style): readonly string[] {
  const lines = new LineIndex(text);
  return applied.map(({ finding, fix }) => {
    const line = lines.position(finding.span.start).line + 1;
    const left = fix.left.length === 0 ? '' : ` (review: ${fix.left.join('; ')})`;
    return `${printable(`${file}:${line}`)} ${style('quiet', `[${finding.code}]`)} ${printable(fix.title + left)}`;
  });
}
