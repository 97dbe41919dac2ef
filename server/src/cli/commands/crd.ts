import type { ApiSurface } from '../../catalog/surface.ts';
import { configuredLevel, type SeverityPolicy } from '../../config/severity.ts';
import { compareDefinitions } from '../../crd/evolution/compare.ts';
import { isAtLeast } from '../../report/summarize.ts';
import { lastValue, UsageError } from '../arguments.ts';
import { type Command, exitCode } from '../command.ts';
import { type CrdDiff, crdDiffJson, crdDiffText, type DefinitionDiff } from '../crdDiff.ts';
import { type FoundDefinition, readSide } from '../crdSides.ts';
import { selectTargets, tellSettingProblems } from '../judging.ts';
import { jsonOrText, wantsJson } from '../output.ts';
import { targetFlags } from '../targetFlags.ts';
import { toolVersion } from '../toolVersion.ts';

const ratchetingGate = 'CRDValidationRatcheting';

/** `crd diff`: what changed CustomResourceDefinitions break. */
export const crd: Command = {
  operands: 'diff BEFORE AFTER',
  flags: [
    ...targetFlags,
    {
      name: 'fail-on',
      value: 'SEVERITY',
      choices: ['error', 'warning', 'information', 'hint', 'never'],
      help: 'exit 1 from this severity on: error (default), warning, information, hint, never',
    },
    jsonOrText,
  ],
  notes: [
    'BEFORE and AFTER are files or folders; git:REF stands for the same files as on the other side, as they were then:',
    '      kubecompat crd diff git:HEAD config/crd',
    '',
    'Definitions are matched by group and kind. The target decides about one thing alone: whether its server lets',
    'unchanged values stand on updates. Severities of single codes are configured under severity: in .kubecompat.yaml.',
  ].join('\n'),
  run(parsed, terminal) {
    const [verb, from, to, ...others] = parsed.positionals;
    if (verb !== 'diff' || from === undefined || to === undefined || others.length > 0) {
      throw new UsageError('crd compares two sides', 'write: kubecompat crd diff BEFORE AFTER');
    }
    const selection = selectTargets(parsed, terminal, []);
    const settings = selection.forFolder();
    tellSettingProblems(selection.problems, terminal);
    const [surface] = settings?.surfaces ?? [];
    if (settings === undefined || surface === undefined || selection.problems.length > 0) return exitCode.usage;
    const problems: string[] = [];
    const tell = (file: string, message: string, remedy: string): void => {
      problems.push(file);
      terminal.problem(`${file} ${message}`, remedy);
    };
    const before = readSide(from, to, terminal.cwd, tell);
    const after = readSide(to, from, terminal.cwd, tell);
    const diff = compareSides(before, after, surface, settings.severity);
    terminal.out([wantsJson(parsed) ? crdDiffJson(diff, toolVersion()) : crdDiffText(diff, terminal.style)]);
    return exitOf(diff, lastValue(parsed, 'fail-on') ?? 'error', problems.length > 0);
  },
};

function compareSides(
  before: readonly FoundDefinition[],
  after: readonly FoundDefinition[],
  surface: ApiSurface,
  severity: SeverityPolicy,
): CrdDiff {
  const ratchets = surface.gates.get(ratchetingGate)?.enabled ?? false;
  const earlier = new Map(before.map((found) => [keyOf(found), found]));
  const now = new Set(after.map(keyOf));
  const definitions = after.map((found): DefinitionDiff => {
    const old = earlier.get(keyOf(found));
    const changes = old === undefined ? [] : compareDefinitions(old.definition, found.definition, { ratchets });
    const chosen = changes.flatMap((change) => {
      const level = configuredLevel(severity, change.rule.code, surface.name) ?? change.severity;
      return level === 'off' ? [] : [{ ...change, severity: level }];
    });
    return { ...found, isNew: old === undefined, changes: chosen };
  });
  const removed = before.filter((found) => !now.has(keyOf(found)));
  return { target: surface.name, ratchets, definitions, removed };
}

function keyOf({ definition }: FoundDefinition): string {
  return `${definition.kind}.${definition.group}`;
}

/** A definition that is gone takes all its objects with it: nothing is more severe. */
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
