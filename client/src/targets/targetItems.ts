import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { ActiveTargets, CheckedTargets, DescribedTarget, LiveContext } from '../../../server/src/lsp/protocol.ts';

/** What a row of the list represents. */
export type TargetChoice =
  | { readonly kind: 'targets'; readonly expressions: readonly string[] }
  | { readonly kind: 'context'; readonly context: string }
  | { readonly kind: 'several' | 'emulate' | 'configured' }
  /** A row that cannot be chosen and explains why. */
  | { readonly kind: 'refused' };

/** A row of the list of targets; a separator has no choice. */
export interface TargetItem extends QuickPickItem {
  readonly choice?: TargetChoice;
}

/**
 * Every target that is known in the workspace, to choose from: those in force first, so that the list begins there, then
 * configured ones, those that files describe, and all minors.
 */
export function targetItems(
  { targets, configured, minors, decidedBy }: ActiveTargets,
  described: readonly DescribedTarget[],
  contexts: readonly LiveContext[],
): readonly TargetItem[] {
  const inForce = new Set(targets.map(({ expression }) => expression));
  const ofFiles = new Map(
    described.map((describedTarget) => [describedTarget.expression, describedItem(describedTarget)]),
  );
  const others = <Row>(rows: readonly Row[], nameOf: (row: Row) => string) =>
    rows.filter((row) => !inForce.has(nameOf(row)));
  return [
    ...group(
      l10n.t('In Use'),
      targets.map(({ expression, label, description }) => ({
        ...(ofFiles.get(expression) ??
          target(expression, { label, ...(label === expression ? {} : { detail: expression }), description })),
        iconPath: new ThemeIcon('check'),
      })),
    ),
    ...group(
      '.kubecompat.yaml',
      others(configured, (name) => name).map((name) => target(name, {})),
    ),
    ...group(
      l10n.t('Described in this workspace'),
      others(
        described.filter(({ usable }) => usable),
        ({ expression }) => expression,
      ).map(describedItem),
    ),
    ...group(l10n.t('Clusters of your kubeconfig to add'), contexts.map(contextItem)),
    ...group(l10n.t('More'), [
      { label: l10n.t('Check Against Several Targets\u2026'), choice: { kind: 'several' } },
      { label: l10n.t('Emulate an Older Version\u2026'), choice: { kind: 'emulate' } },
      ...(decidedBy === 'override' || decidedBy === 'settings'
        ? [{ label: l10n.t('Use the Configured Targets Again'), choice: { kind: 'configured' } as const }]
        : []),
    ]),
    ...group(
      'Kubernetes',
      others(minors, (minor) => minor).map((minor) => target(minor, { description: l10n.t('as released') })),
    ),
  ];
}

/** The target of a row, if it is one. */
export function expressionOf({ choice }: TargetItem): string | undefined {
  return choice?.kind === 'targets' ? choice.expressions[0] : undefined;
}

/** The row for typed text: how it is understood, or why it is invalid. */
export function typedItem(typed: string, { targets, problems }: CheckedTargets): TargetItem {
  const row = { label: typed, alwaysShow: true };
  if (problems.length === 0) {
    const [only = '', ...others] = targets.map(({ description }) => description);
    const descriptions = [only, ...others].join('; ');
    return {
      ...row,
      description: others.length === 0 ? only : l10n.t('{0} targets: {1}', targets.length, descriptions),
      choice: { kind: 'targets', expressions: targets.map(({ expression }) => expression) },
    };
  }
  // Omits the label, so that the alternatives are not truncated.
  const text = problems.join(' ').replace(`${typed}: `, '');
  const [detail = '', allowed] = text.split('; allowed: ');
  const description = allowed === undefined ? {} : { description: l10n.t('allowed: {0}', allowed) };
  return { ...row, ...description, iconPath: new ThemeIcon('error'), detail, choice: { kind: 'refused' } };
}

/** The emulation versions of binaries besides their own. */
export function emulationItems({ emulations }: ActiveTargets): readonly TargetItem[] {
  return emulations.flatMap(({ binary, emulated }) =>
    group(
      l10n.t('kube-apiserver {0}', binary),
      emulated.map((version) => {
        const description = l10n.t('{0} emulating {1}', binary, version);
        return target(`${binary},emulated-version=${version}`, { description });
      }),
    ),
  );
}

function target(expression: string, row: Partial<TargetItem>): TargetItem {
  return { label: expression, ...row, choice: { kind: 'targets', expressions: [expression] } };
}

/** The file and its format are in a second line: beside the label they would be cut. */
function describedItem({ expression, label, description, file, format }: DescribedTarget): TargetItem {
  return target(expression, { label, description, detail: l10n.t('{0}: {1}', file, format) });
}

function contextItem({ name, server, isCurrent }: LiveContext): TargetItem {
  return {
    label: name,
    iconPath: new ThemeIcon('plug'),
    description: isCurrent ? l10n.t('{0}, the current context', server) : server,
    choice: { kind: 'context', context: name },
  };
}

function group(label: string, items: readonly TargetItem[]): readonly TargetItem[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}
