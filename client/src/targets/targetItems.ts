import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { ActiveTargets, DescribedTarget, LiveContext } from '../../../server/src/lsp/protocol.ts';

/** What a row of the list represents. */
export type TargetChoice =
  | { readonly kind: 'target'; readonly expression: string }
  | { readonly kind: 'context'; readonly context: string }
  | { readonly kind: 'several' | 'emulate' | 'configured' }
  /** A row that cannot be chosen and explains why. */
  | { readonly kind: 'refused' };

/** A row of the list of targets; a separator has no choice. */
export interface TargetItem extends QuickPickItem {
  readonly choice?: TargetChoice;
}

/** Every target that is known in the workspace, to choose from: configured, described by files, in force, and all minors. */
export function targetItems(
  { targets, configured, minors, decidedBy }: ActiveTargets,
  described: readonly DescribedTarget[],
  contexts: readonly LiveContext[],
): readonly TargetItem[] {
  const inForce = new Set(targets.map(({ name }) => name));
  const target = (expression: string, of: Partial<TargetItem> = {}): TargetItem => ({
    label: expression,
    ...of,
    ...(inForce.has(expression) ? { iconPath: new ThemeIcon('check') } : {}),
    choice: { kind: 'target', expression },
  });
  const usable = described.filter((describedTarget) => describedTarget.usable);
  const listed = new Set([...configured, ...usable.map(({ expression }) => expression), ...minors]);
  const written = targets.filter(({ name }) => !listed.has(name));
  return [
    ...group(
      '.kubecompat.yaml',
      configured.map((label) => target(label)),
    ),
    ...group(
      l10n.t('Described in this workspace'),
      usable.map(({ expression, description, format: detail }) => target(expression, { description, detail })),
    ),
    ...group(
      l10n.t('Written'),
      written.map(({ name }) => target(name)),
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
      minors.map((label) => target(label, { description: l10n.t('as released') })),
    ),
  ];
}

/** The row for typed text: to use it as typed, or why it is invalid. */
export function typedItem(expression: string, problems: readonly string[]): TargetItem {
  const typed = { label: expression, alwaysShow: true };
  if (problems.length === 0) {
    return { ...typed, description: l10n.t('as it is written'), choice: { kind: 'target', expression } };
  }
  // Omits the label, so that the alternatives are not truncated.
  const text = problems.join(' ').replace(`${expression}: `, '');
  const [detail = '', allowed] = text.split('; allowed: ');
  const description = allowed === undefined ? {} : { description: l10n.t('allowed: {0}', allowed) };
  return { ...typed, ...description, iconPath: new ThemeIcon('error'), detail, choice: { kind: 'refused' } };
}

/** The emulation versions of binaries besides their own. */
export function emulationItems({ emulations }: ActiveTargets): readonly TargetItem[] {
  return emulations.flatMap(({ binary, emulated }) =>
    group(
      l10n.t('kube-apiserver {0}', binary),
      emulated.map((version) => {
        const expression = `${binary},emulated-version=${version}`;
        return {
          label: expression,
          description: l10n.t('{0} emulating {1}', binary, version),
          choice: { kind: 'target', expression },
        };
      }),
    ),
  );
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
