import type { ApiSurface } from '../../catalog/surface.ts';
import { serverPropertiesAt } from '../../checks/crd-evolution/serverProperties.ts';
import { configuredLevel, type SeverityPolicy } from '../../config/severity.ts';
import { adviseNew, compareDefinitions } from '../../crd/evolution/compare.ts';
import { isAtLeast } from '../../report/summarize.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { exitCode } from '../command.ts';
import { lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';
import { type CrdDiff, crdDiffJson, crdDiffText, type DefinitionDiff } from './crdDiff.ts';
import { type FoundDefinition, livePrefix, readComparedSide } from './crdSides.ts';

/**
 * `crd diff`: what CRD changes break, at the first target of the working folder, with the severities of each file's
 * configuration. Returns the exit code; throws a UsageError.
 */
export function compareFiles(
  operands: readonly string[],
  parsed: ParsedArguments,
  selection: TargetSelection,
  terminal: Terminal,
): number {
  const [from, to, ...others] = operands;
  if (from === undefined || to === undefined || others.length > 0) {
    throw new UsageError('crd diff compares two sides', 'write: kubecompat crd diff BEFORE AFTER');
  }
  const folder = selection.forFolder();
  const [surface] = folder?.surfaces ?? [];
  if (folder === undefined || surface === undefined) return exitCode.usage;
  const problems: string[] = [];
  const report = (file: string, message: string, remedy: string): void => {
    problems.push(file);
    terminal.problem(`${file} ${message}`, remedy);
  };
  const live = (name: string) => liveFile(name, terminal);
  const before = readComparedSide(from, to, terminal.cwd, live, report);
  const after = readComparedSide(to, from, terminal.cwd, live, report);
  const [old, now] = [sharedWith(from, before, after), sharedWith(to, after, before)];
  const severityOf = ({ path }: FoundDefinition): SeverityPolicy =>
    (path === undefined ? folder : (selection.forFile(path) ?? folder)).severity;
  const diff = compareSides(old, now, surface, severityOf);
  if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
  terminal.out([wantsJson(parsed) ? crdDiffJson(diff, toolVersion()) : crdDiffText(diff, terminal.style)]);
  return exitOf(diff, lastValue(parsed, 'fail-on') ?? 'error', problems.length > 0);
}

/** For a cluster, only the definitions of the other side: it also serves unrelated ones. */
function sharedWith(
  side: string,
  ofSide: readonly FoundDefinition[],
  ofOther: readonly FoundDefinition[],
): readonly FoundDefinition[] {
  if (!side.startsWith(livePrefix)) return ofSide;
  const keys = new Set(ofOther.map(keyOf));
  return ofSide.filter((found) => keys.has(keyOf(found)));
}

function liveFile(name: string, terminal: Terminal): string {
  const selection = selectTargets({ positionals: [], flags: [{ name: 'target', value: name }] }, terminal, []);
  const [surface] = selection.forFolder()?.surfaces ?? [];
  const [problem] = selection.problems;
  if (problem !== undefined) throw new UsageError(`${livePrefix}${name}: ${problem.message}`, problem.remedy);
  const file = surface?.target.crds?.live?.file;
  if (file !== undefined) return file;
  throw new UsageError(`${livePrefix}${name} is not a live target`, 'name one with context: in .kubecompat.yaml');
}

function compareSides(
  before: readonly FoundDefinition[],
  after: readonly FoundDefinition[],
  surface: ApiSurface,
  severityOf: (found: FoundDefinition) => SeverityPolicy,
): CrdDiff {
  const circumstances = serverPropertiesAt(surface);
  const earlier = new Map(before.map((found) => [keyOf(found), found]));
  const now = new Set(after.map(keyOf));
  const definitions = after.map((found): DefinitionDiff => {
    const old = earlier.get(keyOf(found));
    const changes =
      old === undefined
        ? adviseNew(found.definition, circumstances)
        : compareDefinitions(old.definition, found.definition, circumstances);
    const severity = severityOf(found);
    const chosen = changes.flatMap((change) => {
      const level = configuredLevel(severity, change.rule.code, surface.name) ?? change.severity;
      return level === 'off' ? [] : [{ ...change, severity: level }];
    });
    return { ...found, isNew: old === undefined, changes: chosen };
  });
  const removed = before.filter((found) => !now.has(keyOf(found)));
  return { target: surface.name, ratchets: circumstances.ratchets, definitions, removed };
}

function keyOf({ definition }: FoundDefinition): string {
  return `${definition.kind}.${definition.group}`;
}

/** A removed definition deletes all its objects: the most severe change. */
function exitOf({ definitions, removed }: CrdDiff, failOn: string, unread: boolean): number {
  const severities = [
    ...definitions.flatMap(({ changes }) => changes.map(({ severity }) => severity)),
    ...removed.map(() => 'error' as const),
  ];
  const isBad =
    (failOn === 'error' || failOn === 'warning' || failOn === 'information' || failOn === 'hint') &&
    severities.some((severity) => isAtLeast(severity, failOn));
  if (isBad) return exitCode.findings;
  return unread ? exitCode.notJudged : exitCode.fine;
}
