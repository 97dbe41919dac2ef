import { analyze } from '../../analyze.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { FileContext } from '../../kustomize/fileContext.ts';
import { affectedBySteps } from '../../plan/manifests.ts';
import { type Plan, planBetween } from '../../plan/plan.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { readCatalog } from '../../workspace/catalogFile.ts';
import { discover } from '../../workspace/discover.ts';
import { Kustomizations } from '../../workspace/kustomizations.ts';
import { readText } from '../../workspace/readFile.ts';
import { TargetSelection } from '../../workspace/targetSelection.ts';
import { lastValue, type ParsedArguments, UsageError } from '../arguments.ts';
import { type Command, exitCode } from '../command.ts';
import { tellSettingProblems } from '../judging.ts';
import { planMarkdown } from '../planMarkdown.ts';
import { type AffectedResource, type PlanReport, planJson } from '../planReport.ts';
import { planText } from '../planText.ts';
import type { Terminal } from '../terminal.ts';
import { toolVersion } from '../toolVersion.ts';

/** `plan`: the way from one target to another, what each step changes, and how far back one can go. */
export const plan: Command = {
  operands: '[PATHS...]',
  flags: [
    {
      name: 'from',
      value: 'TARGET',
      help: 'what runs now: as for --target of check, or from=FILE for a file that describes it',
    },
    { name: 'to', value: 'TARGET', help: 'what shall run' },
    {
      name: 'format',
      value: 'FORMAT',
      choices: ['text', 'json', 'markdown'],
      help: 'text (default), json or markdown',
    },
  ],
  notes:
    'The steps are those of KEP-4330: the binary first, emulating what ran before; the emulation version minor by minor; the\nmin compatibility version last. With PATHS, says which manifests must change before which step. Exits with 0 whatever\nhas to change.',
  run(parsed, terminal) {
    const paths = parsed.positionals;
    if (paths.includes('-')) throw new UsageError('standard input cannot be planned with', 'name files or folders');
    const selection = new TargetSelection(readCatalog(), terminal.cwd, new Set(checkCodes.keys()), true);
    const expressions = [wanted(parsed, 'from'), wanted(parsed, 'to')];
    selection.request({ kind: 'expressions', expressions }, paths);
    const [from, to = from] = selection.targets;
    if (selection.problems.length > 0 || from === undefined || to === undefined) {
      tellSettingProblems(selection.problems, terminal);
      return exitCode.usage;
    }
    const steps = planBetween(from.surface, to.surface);
    const run = new PlanRun(steps, terminal);
    run.judge(paths);
    terminal.out([shown(run.report(from, to), lastValue(parsed, 'format'), terminal)]);
    return run.exit;
  },
};

function shown(report: PlanReport, format: string | undefined, terminal: Terminal): string {
  if (format === 'json') return planJson(report, toolVersion());
  return format === 'markdown' ? planMarkdown(report) : planText(report, terminal.style);
}

function wanted(parsed: ParsedArguments, name: string): string {
  const value = lastValue(parsed, name);
  if (value === undefined) throw new UsageError(`--${name} is missing`, 'name two targets: --from=1.36 --to=1.37');
  return value;
}

class PlanRun {
  exit: number = exitCode.fine;
  readonly #plan: Plan;
  readonly #terminal: Terminal;
  readonly #affected: AffectedResource[] = [];
  #resources = 0;

  constructor(steps: Plan, terminal: Terminal) {
    this.#plan = steps;
    this.#terminal = terminal;
  }

  judge(paths: readonly string[]): void {
    const found = discover(paths, this.#terminal.cwd);
    for (const { file, message, remedy, missing, counts } of found.problems) {
      const exit = missing ? exitCode.usage : counts ? exitCode.notJudged : exitCode.fine;
      this.#problem(`${file} ${message}`, remedy, exit);
    }
    const kustomizations = new Kustomizations();
    for (const { file, path } of found.files) {
      const content = readText(path);
      if (content.ok) this.#judgeFile(file, content.text, kustomizations.contextOf(path));
      else this.#problem(`${file} ${content.message}`, content.remedy, exitCode.notJudged);
    }
  }

  report(from: ReportedSurface, to: ReportedSurface): PlanReport {
    return { from, to, plan: this.#plan, affected: this.#affected, resources: this.#resources };
  }

  #judgeFile(file: string, text: string, context: FileContext): void {
    const surfaces = [this.#plan.from, ...this.#plan.steps.map(({ after }) => after)];
    const { resources, notJudged } = analyze(text, file, surfaces, { context });
    const lines = new LineIndex(text);
    this.#resources += resources.length;
    for (const judged of resources) {
      const steps = affectedBySteps(judged);
      if (steps.length > 0) this.#affected.push({ file, lines, resource: judged.resource, steps });
    }
    for (const { document, reason, detail } of notJudged) {
      if (reason !== 'broken-resource') continue;
      this.#problem(`${file} (document ${document + 1}): ${detail}`, 'mend it and plan again', exitCode.notJudged);
    }
  }

  #problem(message: string, remedy: string, exit: number): void {
    this.#terminal.problem(message, remedy);
    if (exit === exitCode.usage || this.exit === exitCode.fine) this.exit = exit;
  }
}
