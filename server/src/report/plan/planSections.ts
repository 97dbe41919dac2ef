import type { FactValue } from '../../catalog/conversionFacts.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type SkewRange, skewRange } from '../../checks/skew.ts';
import { type GateChange, togglesGate } from '../../plan/changes.ts';
import { componentConflicts } from '../../plan/components.ts';
import type { DefaultChange } from '../../plan/defaults.ts';
import type { FieldChange } from '../../plan/fields.ts';
import type { ComponentRange, Plan, Step } from '../../plan/plan.ts';
import { formatServerFlags } from '../../targets/format.ts';
import { formatSetting } from '../../targets/settings.ts';
import { formatMinor, minor } from '../../targets/version.ts';
import { count } from '../wrap.ts';
import { addonSections, componentSections } from './evidenceSections.ts';
import { type PlanReport, resourceName } from './planReport.ts';
import type { Section } from './section.ts';

/** The action of a step: `Binary: kube-apiserver 1.37 with --emulated-version=1.34`. */
export function stepTitle({ kind, after }: Step): string {
  const flags = formatServerFlags(after.target);
  const withFlags = flags.length === 0 ? 'without version flags' : `with ${flags.join(' ')}`;
  return `${titles[kind]}: kube-apiserver ${formatMinor(after.versions.binary)} ${withFlags}`;
}

const titles: Readonly<Record<Step['kind'], string>> = {
  binary: 'Binary',
  emulation: 'Emulation version',
  'min-compatibility': 'Min compatibility version',
  settings: 'Settings',
};

/** The goal of a step, in a few words: `Upgrade to 1.37`, `Emulate 1.35`. */
export function stepGoal({ kind, before, after: { versions } }: Step): string {
  switch (kind) {
    case 'binary':
      return `${versions.binary < before.versions.binary ? 'Downgrade' : 'Upgrade'} to ${formatMinor(versions.binary)}`;
    case 'emulation':
      return `Emulate ${formatMinor(versions.emulation)}`;
    case 'min-compatibility':
      return `Min compatibility ${formatMinor(versions.minCompatibility)}`;
    case 'settings':
      return 'Change settings';
  }
}

/** How to carry out a step, in sentences. */
export function stepAdvice({ kind, after: { versions } }: Step): string {
  switch (kind) {
    case 'binary':
      return versions.emulation < versions.binary
        ? 'Upgrade one control plane node at a time, API servers before the other components. Emulation keeps the served APIs; check that the cluster is healthy before the next step.'
        : 'Upgrade one control plane node at a time, API servers before the other components. This binary cannot emulate the old version, so everything changes at once.';
    case 'emulation':
      return 'Restart the API servers one after the other with the new flags, then the other control plane components.';
    case 'min-compatibility':
      return 'Only when no rollback is needed: restart the API servers one after the other.';
    case 'settings':
      return 'Restart the API servers one after the other with the new settings.';
  }
}

/** The changes of the step at an index; empty sections are omitted. */
export function sectionsOf(
  { plan: { steps, defaults: defaultsOfPlan }, addons, components }: Pick<PlanReport, 'plan' | 'addons' | 'components'>,
  index: number,
): readonly Section[] {
  const step = steps[index];
  if (step === undefined) return [];
  const { before, removedSettings, served, orphans, storage, gates, fields, cel, migrateBefore, skew } = step;
  const certain = defaultsOfPlan.filter(({ steps: [first, last] }) => first === index && last === index);
  const defaults = new Map(
    [...step.defaults, ...certain].map((defaultChange) => [
      `${defaultChange.kind} ${defaultChange.path}`,
      defaultChange,
    ]),
  );
  const toggled = gates.filter((gate) => togglesGate(gate, before));
  const dropped = fields.filter(({ from, to }) => from === 'kept' && to === 'dropped');
  const kept = fields.filter(({ from, to }) => from === 'dropped' && to === 'kept');
  const unknown = fields.filter(({ from, to }) => from !== 'unknown' && to === 'unknown');
  const added = fields.filter(({ from, to }) => from === 'unknown' && to === 'kept');
  const sections: readonly Section[] = [
    {
      title: 'Remove these flags: the server refuses to start with them',
      lines: removedSettings.map(({ flag, setting, why }) => `--${flag}: ${formatSetting(setting)} (${why})`),
    },
    {
      title: 'Migrate stored objects before the step',
      lines: migrateBefore.map(
        ({ resource, version }) => `${resource}: stored as ${version}, which this binary cannot read`,
      ),
    },
    { title: 'Components to upgrade before the step', lines: skew.flatMap((range) => tooOld(range, before)) },
    ...componentSections(componentConflicts(step, components)),
    ...addonSections(addons[index] ?? []),
    { title: 'While old and new API servers run side by side', lines: mixedLines(step) },
    { title: 'Stops being served', lines: served.stops.map(resourceName) },
    {
      title: 'No longer served in any version: export or delete these objects first; they cannot be read afterwards',
      lines: orphans,
    },
    { title: 'Starts being served', lines: served.starts.map(resourceName) },
    {
      title: 'Stored in another version',
      lines: storage.map(({ resource, from, to }) => `${resource}: ${from ?? 'not stored'} to ${to ?? 'not stored'}`),
    },
    { title: 'Gates that change', lines: toggled.map(gateLine) },
    { title: 'Fields that are dropped from now on', lines: dropped.map(fieldLine) },
    { title: 'Fields that are kept from now on', lines: kept.map(fieldLine) },
    { title: 'Fields that are unknown from now on', lines: unknown.map(({ field }) => field) },
    { title: 'New fields', lines: added.map(({ field }) => field) },
    {
      title: 'Defaults that change',
      lines: [...defaults.values()].map(defaultLine),
    },
    { title: 'New CEL functions', lines: cel.gained },
    { title: 'CEL functions that new expressions can no longer use', lines: cel.lost },
    {
      title: 'Supported versions of other components',
      lines: skew.map(skewLine),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function skewLine({ component, during, ...after }: ComponentRange): string {
  const same = during.oldest === after.oldest && during.newest === after.newest;
  const meanwhile = during.oldest > during.newest ? 'none is supported by both servers' : rangeText(during);
  return `${component} ${rangeText(after)}${same ? '' : ` (until all servers run it: ${meanwhile})`}`;
}

function rangeText({ oldest, newest }: SkewRange): string {
  return [oldest, newest].map((item) => formatMinor(minor(Math.max(0, item)))).join(' to ');
}

/** The oldest version of a component that both servers support, if only the server before supports older ones. */
function tooOld({ component, oldest }: ComponentRange, before: ApiSurface): readonly string[] {
  const rangeBefore = skewRange(component, before.versions);
  if (rangeBefore === undefined || rangeBefore.oldest >= oldest) return [];
  return [`${component}: ${formatMinor(minor(Math.max(0, oldest)))} or newer`];
}

function mixedLines({ served: { stops, starts }, fields, mixed }: Step): readonly string[] {
  const kept = fields.filter(({ from, to }) => from === 'dropped' && to === 'kept').map(({ field }) => field);
  const dropped = fields.filter(({ from, to }) => from === 'kept' && to === 'dropped').map(({ field }) => field);
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['Only restarted servers serve', starts.map(resourceName)],
    ['Only servers not yet restarted serve', stops.map(resourceName)],
    [
      'Restarted servers store objects that the others cannot read',
      mixed.unreadable.map(({ resource, version }) => `${resource} as ${version}`),
    ],
    ['An update through a server not yet restarted loses', mixed.lostFields],
    ['On a create, servers not yet restarted drop', kept],
    ['On a create, restarted servers drop', dropped],
    ['Servers not yet restarted cannot evaluate expressions with', mixed.cel],
  ];
  return lines.filter(([, names]) => names.length > 0).map(([title, names]) => `${title}: ${listed(names)}`);
}

/** The first names, and the number of others; other sections of the step have all of them. */
function listed(names: readonly string[]): string {
  const max = 5;
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}

/** The target server of a rollback, for display: `1.34`, or `1.37 emulating 1.34`. */
export function firstServer({ from: { versions } }: Plan): string {
  const { binary, emulation } = versions;
  return `${formatMinor(binary)}${emulation === binary ? '' : ` emulating ${formatMinor(emulation)}`}`;
}

/** The start and target of a rollback: `Rollback from step 2 to 1.34`. */
export function rollbackTitle(plan: Plan, index: number): string {
  return `Rollback from step ${index + 1} to ${firstServer(plan)}`;
}

/** Whether a rollback to the first server is possible, in a word; then the reasons against it, or the losses. */
export function rollbackLines({ rollback }: Step): readonly string[] {
  const { open, closedBy, lostFields, lostKinds } = rollback;
  if (!open) return ['not possible', ...closedBy];
  const lost = [
    ...(lostFields.length === 0 ? [] : [`${count(lostFields.length, 'field')} unknown to it`]),
    ...(lostKinds.length === 0 ? [] : [`objects of ${lostKinds.join(', ')}`]),
  ];
  return ['possible', ...(lost.length === 0 ? [] : [`If they are in use by then, it loses ${lost.join(' and ')}.`])];
}

/** The defaults that differ between the ends of a plan, if the step that changes them is uncertain. */
export function defaultsBetweenEnds({ defaults }: Plan): Section {
  const uncertain = defaults.filter(({ steps: [first, last] }) => first !== last);
  return {
    title: 'Defaults that change during the upgrade',
    lines: uncertain.map(
      (defaultAlongPlan) =>
        `${defaultLine(defaultAlongPlan)} (steps ${defaultAlongPlan.steps[0] + 1} to ${defaultAlongPlan.steps[1] + 1})`,
    ),
  };
}

function defaultLine({ kind, path, from, to }: DefaultChange): string {
  return `${kind} ${path}: ${valueText(from)} to ${valueText(to)}`;
}

function gateLine({ name, from, to }: GateChange): string {
  const stage = (to ?? from)?.stage ?? '';
  return `${name} (${stage}) turns ${to?.enabled === true ? 'on' : 'off'}`;
}

function fieldLine({ field, gates, someValues }: FieldChange): string {
  return `${field}${someValues ? ', some values' : ''}${gates.length === 0 ? '' : ` (${gates.join(', ')})`}`;
}

function valueText(value: FactValue | undefined): string {
  return value === undefined || value === null ? 'none' : JSON.stringify(value);
}
