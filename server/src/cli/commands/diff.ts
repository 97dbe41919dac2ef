import { analyze } from '../../analyze.ts';
import { compareTargets } from '../../compare/compare.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { type Command, exitCode } from '../command.ts';
import { lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { accessFlags } from '../flags/contextFlags.ts';
import { helmFlags } from '../flags/helmFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import { type DiffReport, diffJson, diffText, type FileDifference } from '../output/diffReport.ts';
import { jsonOrText, wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { type FileOfRun, FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems, selectPlanTargets } from '../runs/judging.ts';
import { showObjectDiff } from '../runs/objectDiff.ts';

/** `diff`: the differences of manifests between two targets, or between two sets of manifests. */
export const diff: Command = {
  operands: 'PATHS...',
  flags: [
    { name: 'from', value: 'TARGET', help: 'the target to compare with, as for --target of check' },
    { name: 'to', value: 'TARGET', help: 'the target to show' },
    {
      name: 'old',
      value: 'PATH|git:REF',
      help: 'instead of two targets: older manifests, or those of a git revision, to show what changes from them',
    },
    { name: 'target', value: 'TARGET', help: 'with --old: the targets to check both with; may be repeated' },
    ...helmFlags,
    jsonOrText,
    todayFlag,
    ...accessFlags,
  ],
  notes:
    'Shows what only one of the targets serves, refuses, drops or warns about, what it stores in another version, and\nwhich defaults differ for fields that a manifest omits. Defaults are known for default feature gates only: they are\nnot compared for a target that sets gates.\n\nWith --old, as for two versions of a chart that helm template has rendered: which objects are added, removed or changed\n(by group, kind, namespace and name), in which fields, and which findings are new:\n      kubecompat diff new --old old --target 1.36\n      kubecompat diff . --old git:HEAD --target 1.36\nAt a git revision, charts are rendered and kustomizations are built on both sides.\n\nExits with 0 whether or not there are differences.',
  run(parsed, terminal) {
    const paths = parsed.positionals;
    if (paths.length === 0) throw new UsageError('no path to compare', 'name files or folders');
    if (paths.includes('-')) throw new UsageError('standard input cannot be compared', 'name files or folders');
    const old = lastValue(parsed, 'old');
    if (old !== undefined) return ofObjects(parsed, old, terminal);
    if (lastValue(parsed, 'target') !== undefined) {
      throw new UsageError('--target needs --old', 'name two targets: --from=1.36 --to=1.37');
    }
    const selection = selectPlanTargets(parsed, terminal, paths);
    const [from, to] = selection.targets;
    if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
    if (from === undefined || to === undefined) {
      throw new UsageError('--from and --to are the same target', 'name two targets');
    }
    const run = new DiffRun(from, to, terminal);
    const files = new FilesOfRun({ paths, selection, today: todayOf(parsed) }, terminal);
    for (const file of files.each((...problem) => run.problem(...problem))) run.compare(file);
    terminal.out([wantsJson(parsed) ? diffJson(run.report, toolVersion()) : diffText(run.report, terminal.style)]);
    return run.exit;
  },
};

function ofObjects(parsed: ParsedArguments, old: string, terminal: Terminal): Promise<number> {
  const pair = ['from', 'to'].find((name) => lastValue(parsed, name) !== undefined);
  if (pair === undefined) return showObjectDiff(parsed, old, terminal);
  throw new UsageError(`--old and --${pair} exclude each other`, 'name targets with --target');
}

class DiffRun {
  exit: number = exitCode.fine;
  readonly #from: ReportedSurface;
  readonly #to: ReportedSurface;
  readonly #terminal: Terminal;
  readonly #differences: FileDifference[] = [];
  #resources = 0;

  constructor(from: ReportedSurface, to: ReportedSurface, terminal: Terminal) {
    this.#from = from;
    this.#to = to;
    this.#terminal = terminal;
  }

  problem(message: string, remedy: string, exit: number): void {
    this.#terminal.problem(message, remedy);
    if (exit === exitCode.usage || this.exit === exitCode.fine) this.exit = exit;
  }

  compare({ file, content: { text }, inputs }: FileOfRun): void {
    const { resources, notJudged } = analyze(text, inputs);
    const lines = new LineIndex(text);
    this.#resources += resources.length;
    for (const judged of resources) {
      const difference = compareTargets(judged);
      if (difference !== undefined) this.#differences.push({ file, lines, ...difference });
    }
    for (const { document, reason, detail } of notJudged) {
      if (reason !== 'broken-resource') continue;
      this.problem(`${file} (document ${document + 1}): ${detail}`, 'fix it and compare again', exitCode.notJudged);
    }
  }

  get report(): DiffReport {
    return { from: this.#from, to: this.#to, resources: this.#resources, differences: this.#differences };
  }
}
