import { join, resolve } from 'node:path';
import { componentsOfAuditLog } from '../../live/components.ts';
import { addonUpgrades } from '../../plan/addons.ts';
import { definitionStorage } from '../../plan/definitionStorage.ts';
import { type Plan, planBetween } from '../../plan/plan.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { migrationFiles } from '../../report/plan/migrationFiles.ts';
import { planMarkdown } from '../../report/plan/planMarkdown.ts';
import { planPage } from '../../report/plan/planPage.ts';
import { type PlanReport, planJson } from '../../report/plan/planReport.ts';
import { planText } from '../../report/plan/planText.ts';
import type { ObservedComponent } from '../../targets/observedComponent.ts';
import { explainWriteError } from '../../workspace/disk/ioError.ts';
import { PlanManifests } from '../../workspace/judging/planManifests.ts';
import { withTargetCrds } from '../../workspace/settings/targetCrds.ts';
import { type Command, exitCode } from '../command.ts';
import { lastValue, UsageError, valuesOf } from '../flags/arguments.ts';
import { accessFlags } from '../flags/contextFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import { readAuditLogs } from '../live/auditLogs.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems, selectPlanTargets } from '../runs/judging.ts';

/** `plan`: the upgrade from one target to another, the changes of each step, and the possible rollbacks. */
export const plan: Command = {
  operands: '[PATHS...]',
  flags: [
    {
      name: 'from',
      value: 'TARGET',
      help: 'the current target, as for --target of check, from=FILE for a file that describes it, or context=NAME for a live cluster',
    },
    { name: 'to', value: 'TARGET', help: 'the target to upgrade to' },
    {
      name: 'format',
      short: 'o',
      alias: 'output',
      value: 'FORMAT',
      choices: ['text', 'json', 'markdown', 'html'],
      help: 'text (default), json, markdown or html',
    },
    {
      name: 'write-migrations',
      value: 'DIR',
      help: 'write the manifests of storage migrations into a folder, one file for each step after which to apply them',
    },
    {
      name: 'audit-log',
      value: 'FILE',
      help: 'an audit log of kube-apiserver (JSON), or a folder of them, to find the versions of components and kubectl; may be repeated',
    },
    todayFlag,
    ...accessFlags,
  ],
  notes:
    'The steps follow KEP-4330: the binary first, emulating the old version; then the emulation version, minor by minor;\nthe min compatibility version last. With PATHS, shows which manifests must change before which step, the effect of a\nrollback on them, and the stored versions of their CustomResourceDefinitions. Always exits with 0 if it can plan.',
  async run(parsed, terminal) {
    const paths = parsed.positionals;
    if (paths.includes('-')) throw new UsageError('plan cannot read standard input', 'name files or folders');
    const selection = selectPlanTargets(parsed, terminal, paths);
    const [from, to = from] = selection.targets;
    if (reportSettingProblems(selection.problems, terminal) || from === undefined || to === undefined)
      return exitCode.usage;
    const { summary, isWhole } = await readAuditLogs(valuesOf(parsed, 'audit-log'), terminal);
    const live = selection.snapshot(from.surface.name);
    const seen = [...(live?.components ?? []), ...componentsOfAuditLog(summary.uses)];
    const run = new PlanRun(planBetween(from.surface, to.surface, withTargetCrds), seen, terminal);
    if (!isWhole) run.exit = exitCode.usage;
    if (live?.componentsUnread !== undefined) {
      terminal.problem(
        `the versions of the kubelets are unknown: ${live.componentsUnread}`,
        'request the permission to list nodes',
      );
    }
    const report = run.report(new FilesOfRun({ paths, selection, today: todayOf(parsed) }, terminal), from, to);
    const folder = lastValue(parsed, 'write-migrations');
    if (folder !== undefined) run.writeMigrations(report, folder);
    terminal.out([shown(report, lastValue(parsed, 'format'), terminal)]);
    return run.exit;
  },
};

function shown(report: PlanReport, format: string | undefined, terminal: Terminal): string {
  switch (format) {
    case 'json':
      return planJson(report, toolVersion());
    case 'markdown':
      return planMarkdown(report);
    case 'html':
      return planPage(report, undefined);
    default:
      return planText(report, terminal.style);
  }
}

class PlanRun {
  exit: number = exitCode.fine;
  readonly #plan: Plan;
  readonly #components: readonly ObservedComponent[];
  readonly #terminal: Terminal;

  constructor(steps: Plan, components: readonly ObservedComponent[], terminal: Terminal) {
    this.#plan = steps;
    this.#components = components;
    this.#terminal = terminal;
  }

  report(files: FilesOfRun, from: ReportedSurface, to: ReportedSurface): PlanReport {
    const manifests = new PlanManifests(this.#plan, files.workspace);
    for (const file of files.each((...problem) => this.#problem(...problem), manifests.surfaces)) {
      for (const { document, reason, detail } of manifests.judge(file, file.content.text)) {
        if (reason !== 'broken-resource') continue;
        const location = `${file.file} (document ${document + 1})`;
        this.#problem(`${location}: ${detail}`, 'fix it and plan again', exitCode.notJudged);
      }
    }
    const definitions = files.definitions();
    return {
      from,
      to,
      plan: this.#plan,
      affected: manifests.affected,
      definitions: definitionStorage(definitions, this.#plan.to),
      addons: addonUpgrades(this.#plan, files.workspace.addons()),
      components: this.#components,
      resources: manifests.resources,
      coverage: manifests.coverage,
    };
  }

  writeMigrations(report: PlanReport, folder: string): void {
    const files = migrationFiles(report);
    const path = resolve(this.#terminal.cwd, folder);
    try {
      this.#terminal.makeFolder(path);
      for (const { name, text } of files) this.#terminal.save(join(path, name), [text]);
    } catch (error) {
      const { message, remedy } = explainWriteError(error);
      this.#problem(`--write-migrations: ${folder} ${message}`, remedy, exitCode.usage);
    }
    if (files.length === 0) {
      this.#problem(
        '--write-migrations: there are no manifests to write',
        'the plan shows what to migrate and how',
        exitCode.fine,
      );
    }
  }

  #problem(message: string, remedy: string, exit: number): void {
    this.#terminal.problem(message, remedy);
    if (exit === exitCode.usage || this.exit === exitCode.fine) this.exit = exit;
  }
}
