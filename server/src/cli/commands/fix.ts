import { dirname } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import { isOff, type SeverityPolicy } from '../../config/severity.ts';
import type { Finding, Fix } from '../../finding.ts';
import { type AppliedFix, applyFixes } from '../../fix.ts';
import { plain, type Style } from '../../report/style.ts';
import { unifiedDiff } from '../../report/unifiedDiff.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { nearest } from '../../text/nearest.ts';
import { chartAround } from '../../workspace/charts/charts.ts';
import { withDefinitionsAround } from '../../workspace/definitions/definitionFiles.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { replaceFile } from '../../workspace/disk/replaceFile.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { type Command, exitCode } from '../command.ts';
import { isOn, type ParsedArguments, UsageError, valuesOf } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import type { Terminal } from '../output/terminal.ts';
import { rewriteInput, stdinFilenameFlag } from '../rewriting/rewritingInput.ts';
import { selectTargets, tellSettingProblems } from '../runs/judging.ts';

/** `fix`: applies safe fixes; without `--write` it only shows what it would do. */
export const fix: Command = {
  operands: 'PATHS...',
  flags: [
    { name: 'dry-run', help: 'say what would be fixed and change nothing (default)' },
    { name: 'diff', help: 'show the changes as a unified diff and change nothing' },
    { name: 'write', help: 'change the files' },
    { name: 'accept-forced', help: 'also apply fixes that give up what the target cannot express' },
    { name: 'only', value: 'CODE', help: 'fix findings of this code only; may be repeated' },
    ...targetFlags,
    todayFlag,
    stdinFilenameFlag,
  ],
  run(parsed, terminal) {
    const mode = modeOf(parsed);
    const wants = wantedFixes(parsed);
    const day = todayOf(parsed);
    const paths = parsed.positionals;
    if (paths.length === 0) throw new UsageError('no path to fix', 'name files or folders, or - for standard input');
    const selection = selectTargets(parsed, terminal, paths);
    if (selection.problems.length > 0) {
      tellSettingProblems(selection.problems, terminal);
      return exitCode.usage;
    }
    if (paths.includes('-')) {
      return rewriteInput(parsed, terminal, selection, (before, { file, context, chart }, { surfaces, severity }) => {
        const options = { chart, context, today: day };
        const fixed = applyFixes(before, file, surfaces, unlessOff(wants, severity, surfaces), options);
        return { text: fixed.text, told: told(file, before, fixed.applied, plain), exit: exitCode.fine };
      });
    }
    const found = discover(paths, terminal.cwd);
    const run = new FixRun(mode, terminal);
    const complete = withDefinitionsAround(found.files, terminal.cwd);
    const kustomizations = new Kustomizations();
    for (const { file, message, remedy, missing, counts } of found.problems) {
      run.problem(`${file} ${message}`, remedy, missing ? exitCode.usage : counts ? exitCode.notJudged : exitCode.fine);
    }
    for (const { file, path } of found.files) {
      const settings = selection.forFile(path);
      if (settings === undefined) {
        run.problem(
          `${file} was left alone`,
          `mend ${selection.configFile(dirname(path)) ?? 'its configuration'}`,
          exitCode.usage,
        );
        continue;
      }
      const content = readText(path);
      if (!content.ok) run.problem(`${file} ${content.message}`, content.remedy, exitCode.notJudged);
      else {
        const options = { chart: chartAround(path), context: kustomizations.contextOf(path), today: day };
        const { surfaces, severity } = complete(settings);
        const fixed = applyFixes(content.text, file, surfaces, unlessOff(wants, severity, surfaces), options);
        if (fixed.text !== content.text) run.fixed({ file, path, content, text: fixed.text, applied: fixed.applied });
      }
    }
    tellSettingProblems(selection.problems, terminal);
    return run.end();
  },
};

type Mode = 'dry-run' | 'diff' | 'write';

function modeOf(parsed: ParsedArguments): Mode {
  const modes = (['dry-run', 'diff', 'write'] as const).filter((mode) => isOn(parsed, mode));
  if (modes.length > 1) {
    throw new UsageError(`--${modes.join(' and --')} exclude each other`, 'give one of them');
  }
  return modes[0] ?? 'dry-run';
}

function wantedFixes(parsed: ParsedArguments): (finding: Finding, fix: Fix) => boolean {
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

/** The same for findings that the severities of a file do not switch off. */
function unlessOff(
  wants: ReturnType<typeof wantedFixes>,
  severity: SeverityPolicy,
  surfaces: readonly ApiSurface[],
): ReturnType<typeof wantedFixes> {
  const names = surfaces.map(({ name }) => name);
  return (finding, one) => wants(finding, one) && !isOff(severity, finding.code, names);
}

interface FixedFile {
  readonly file: string;
  readonly path: string;
  readonly content: Parameters<typeof replaceFile>[1];
  readonly text: string;
  readonly applied: readonly AppliedFix[];
}

class FixRun {
  readonly #mode: Mode;
  readonly #terminal: Terminal;
  #files = 0;
  #fixes = 0;
  #exit: number = exitCode.fine;

  constructor(mode: Mode, terminal: Terminal) {
    this.#mode = mode;
    this.#terminal = terminal;
  }

  problem(message: string, remedy: string, exit: number): void {
    this.#terminal.problem(message, remedy);
    if (exit === exitCode.usage || this.#exit === exitCode.fine) this.#exit = exit;
  }

  fixed({ file, path, content, text, applied }: FixedFile): void {
    if (this.#mode === 'write') {
      const refused = replaceFile(path, content, text);
      if (refused !== undefined) {
        this.problem(`${file} ${refused.message}`, refused.remedy, exitCode.notJudged);
        return;
      }
    }
    this.#files++;
    this.#fixes += applied.length;
    if (this.#mode === 'diff') this.#terminal.out([unifiedDiff(file, content.text, text)]);
    else {
      const { style } = this.#terminal;
      this.#terminal.out(told(file, content.text, applied, style).map((line) => `${line}\n`));
    }
  }

  end(): number {
    const done = this.#mode === 'write' ? 'fixed' : 'can be fixed; nothing was changed';
    const summary = `${count(this.#fixes, 'finding')} in ${count(this.#files, 'file')} ${done}`;
    if (this.#mode === 'diff') this.#terminal.err(summary);
    else
      this.#terminal.out([
        `${summary}${this.#mode === 'dry-run' && this.#fixes > 0 ? ' (--write changes the files)' : ''}\n`,
      ]);
    return this.#exit;
  }
}

/** What was done, in a line each. */
function told(file: string, text: string, applied: readonly AppliedFix[], style: Style): readonly string[] {
  const lines = new LineIndex(text);
  return applied.map(({ finding, fix: one }) => {
    const line = lines.position(finding.span.start).line + 1;
    const left = one.left.length === 0 ? '' : ` (gives up: ${one.left.join('; ')})`;
    return `${printable(`${file}:${line}`)} ${style('quiet', `[${finding.code}]`)} ${printable(one.title + left)}`;
  });
}
