import { checkCodes } from '../../checks/checkCodes.ts';
import type { Finding, Fix } from '../../finding.ts';
import { type AppliedFix, applyFixes, type FixedText, type FixPolicy } from '../../fix.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { groupFindings } from '../../judge/groupFindings.ts';
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
        const fixed = applyFixes(before, inputs, policy.allows);
        const applied = appliedLines(inputs.file, before, fixed.applied, plain);
        const messages = [...applied, ...leftLines(inputs, before, fixed, policy, plain)];
        return { text: fixed.text, messages, exit: exitCode.fine };
      });
    }
    const run = new FixRun(new Rewriting(mode, terminal), terminal);
    const files = new FilesOfRun({ paths, selection, today }, terminal);
    for (const file of files.each((...problem) => run.rewriting.problem(...problem))) {
      run.file(file, applyFixes(file.content.text, file.inputs, policy.allows), policy);
    }
    reportSettingProblems(selection.problems, terminal);
    notePreviews(selection.targets, terminal);
    return run.end();
  },
};

/** The fixes that a command line wants. */
interface WantedFixes {
  /** Whether findings of a code should be fixed. */
  readonly isWanted: (code: string) => boolean;
  readonly allows: FixPolicy;
}

function wantedFixes(parsed: ParsedArguments): WantedFixes {
  const only = new Set(valuesOf(parsed, 'only').flatMap((value) => value.split(',')));
  for (const code of only) {
    if (checkCodes.has(code)) continue;
    const close = nearest(code, checkCodes.keys(), 1)[0];
    const remedy = close === undefined ? 'kubecompat explain lists the codes' : `did you mean ${close}?`;
    throw new UsageError(`--only names the unknown check code "${code}"`, remedy);
  }
  const forced = isOn(parsed, 'accept-forced');
  const isWanted = (code: string) => only.size === 0 || only.has(code);
  const isAccepted = ({ kind }: Fix) => kind === 'safe' || (forced && (kind === 'forced' || kind === 'lossy'));
  return { isWanted, allows: ({ code }, candidate) => isWanted(code) && isAccepted(candidate) };
}

class FixRun {
  readonly rewriting: Rewriting;
  readonly #terminal: Terminal;
  #files = 0;
  #fixes = 0;
  #left = 0;

  constructor(rewriting: Rewriting, terminal: Terminal) {
    this.rewriting = rewriting;
    this.#terminal = terminal;
  }

  file({ file, path, content, inputs }: FileOfRun, fixed: FixedText, wanted: WantedFixes): void {
    const { style } = this.#terminal;
    const left = leftLines(inputs, content.text, fixed, wanted, style);
    this.#left += left.length;
    for (const line of left) this.#terminal.err(line);
    const { text, applied } = fixed;
    if (text === content.text) return;
    const lines = () => appliedLines(file, content.text, applied, style).map((line) => `${line}\n`);
    if (!this.rewriting.rewrite({ file, path, content, text }, lines)) return;
    this.#files++;
    this.#fixes += applied.length;
  }

  end(): number {
    const { mode, exit } = this.rewriting;
    const done = mode === 'write' ? 'fixed' : 'can be fixed';
    const left = this.#left === 0 ? '' : `, ${count(this.#left, 'error')} ${this.#left === 1 ? 'remains' : 'remain'}`;
    const unchanged = mode === 'write' ? '' : '; nothing was changed';
    const summary = `${count(this.#fixes, 'finding')} in ${count(this.#files, 'file')} ${done}${left}${unchanged}`;
    this.rewriting.end(summary, this.#fixes, []);
    return exit;
  }
}

/** The errors that remain after the fixes, one per line, with the reason. */
function leftLines(
  { file, severity }: Pick<FileInputs, 'file' | 'severity'>,
  before: string,
  { analysis, originOf }: FixedText,
  wanted: WantedFixes,
  style: Style,
): readonly string[] {
  const lines = new LineIndex(before);
  return groupFindings(analysis, severity).flatMap((group) => {
    const finding = group.found[0]?.finding;
    if (finding === undefined || group.severity !== 'error' || !wanted.isWanted(finding.code)) return [];
    const line = lines.position(originOf(finding.span.start)).line + 1;
    const text = printable(`${finding.message} (${whyLeft(finding, wanted)})`);
    return [`${printable(`${file}:${line}`)} ${style('quiet', `[${finding.code}]`)} not fixed: ${text}`];
  });
}

/** Why an error was not fixed, with what is left to do. */
function whyLeft(finding: Finding, { allows }: WantedFixes): string {
  const fixes = finding.fixes();
  const acceptable = fixes.find((each) => each.kind !== 'partial' && !allows(finding, each, finding.span.start));
  if (acceptable !== undefined) return `--accept-forced applies: ${acceptable.title}`;
  const partial = fixes.find(({ kind }) => kind === 'partial');
  if (partial !== undefined) return `needs a decision: ${[partial.title, ...partial.left].join('; ')}`;
  return finding.unfixed?.() ?? finding.remedy.replace(/\.$/, '');
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
