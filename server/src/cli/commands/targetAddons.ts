import { type AddonSupport, addonSupport, type InstalledSupport } from '../../plan/addonSupport.ts';
import { type ReportedSurface, reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { type AddonRelease, releaseRuns } from '../../targets/addons.ts';
import { formatMinor } from '../../targets/version.ts';
import { exitCode } from '../command.ts';
import { type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { todayOf } from '../flags/todayFlag.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';

/**
 * `targets addons`: lists the releases of each add-on that support each current target, and the releases that files
 * install. The version that decides is the emulated one.
 *
 * @param paths the files and folders to search; none for the working folder.
 */
export function addonsOfTargets(paths: readonly string[], parsed: ParsedArguments, terminal: Terminal): number {
  if (paths.includes('-')) throw new UsageError('targets addons cannot read standard input', 'name files or folders');
  const selection = selectTargets(parsed, terminal, []);
  const wanted = new Set(selection.all());
  reportSettingProblems(selection.problems, terminal);
  const reported = selection.targets.filter(({ surface }) => wanted.has(surface));
  if (selection.problems.length > 0) return exitCode.usage;
  let exit: number = exitCode.fine;
  const searched = paths.length === 0 ? ['.'] : paths;
  const files = new FilesOfRun({ paths: searched, selection, today: todayOf(parsed) }, terminal);
  files.reportUnread((message, remedy, code) => {
    terminal.problem(message, remedy);
    exit = Math.max(exit, code);
  });
  const installed = files.workspace.addons();
  const found = reported.map((target): TargetAddons => {
    return { target, addons: addonSupport(target.surface.versions.emulation, installed) };
  });
  terminal.out([wantsJson(parsed) ? asJson(found) : found.map((addons) => asText(addons, terminal.style)).join('\n')]);
  return exit;
}

interface TargetAddons {
  readonly target: ReportedSurface;
  readonly addons: readonly AddonSupport[];
}

function asJson(found: readonly TargetAddons[]): string {
  const targets = found.map(({ target: { surface }, addons }) => ({
    target: surface.name,
    kubernetes: formatMinor(surface.versions.emulation),
    addons: addons.map(({ addon: { name, title, claim, source, asOf, note }, releases, installed }) => ({
      name,
      title,
      claim,
      source,
      asOf,
      note: note ?? null,
      releases: releases.map(({ name: release, oldest, newest }) => ({
        release,
        oldest: oldest === undefined ? null : formatMinor(oldest),
        newest: newest === undefined ? null : formatMinor(newest),
      })),
      installed: installed.map(({ versions, from: { file, line }, supported }) => ({
        versions,
        file,
        line: line + 1,
        supported: supported ?? null,
      })),
    })),
  }));
  return `${JSON.stringify({ targets }, undefined, 1)}\n`;
}

function asText({ target, addons }: TargetAddons, style: Style): string {
  const heads = ['add-on', 'claim', 'releases', 'newest', 'installed', 'verdict', 'location'];
  const table = textTable(heads, addons.flatMap(rowsOf), style);
  return `${style('strong', describeTarget(reportTarget(target)))}\n\n${table}`;
}

function rowsOf({ addon, releases, installed }: AddonSupport): readonly (readonly string[])[] {
  const newest = releases.at(-1);
  const about = [addon.title, addon.claim, runsText(addon.releases, releases), newest?.name ?? '-'];
  const rows = installed.map((addon) => [
    addon.versions.join(' or '),
    verdictOf(addon),
    `${addon.from.file}:${addon.from.line + 1}`,
  ]);
  if (rows.length === 0) return [[...about, '-', '', '']];
  return rows.map((row, index) => [...(index === 0 ? about : about.map(() => '')), ...row]);
}

/** `v1.15, v1.17 to v1.21`. */
function runsText(all: readonly AddonRelease[], some: readonly AddonRelease[]): string {
  const runs = releaseRuns(all, some).map(([first, last]) =>
    first === last ? first.name : `${first.name} to ${last.name}`,
  );
  return runs.length === 0 ? 'none documented' : runs.join(', ');
}

function verdictOf({ supported }: InstalledSupport): string {
  if (supported === undefined) return 'not documented';
  return supported ? 'fits' : 'does not fit';
}
