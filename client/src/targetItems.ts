import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { DescribedTarget, TargetsInForce } from '../../server/src/lsp/protocol.ts';

/** Every target that is known in the workspace, to choose from: configured, described by files, in force, and all minors. */
export function targetItems(
  { targets, configured, minors }: TargetsInForce,
  described: readonly DescribedTarget[],
): QuickPickItem[] {
  const usable = described.filter((one) => one.usable);
  const listed = new Set([...configured, ...usable.map(({ expression }) => expression), ...minors]);
  const written = targets.filter(({ name }) => !listed.has(name));
  return [
    ...group(
      '.kubecompat.yaml',
      configured.map((label) => ({ label, description: '' })),
    ),
    ...group(
      l10n.t('Described in this workspace'),
      usable.map(({ expression: label, description, format: detail }) => ({ label, description, detail })),
    ),
    ...group(
      l10n.t('Written'),
      written.map(({ name: label }) => ({ label, description: '' })),
    ),
    ...group(
      'Kubernetes',
      minors.map((label) => ({ label, description: l10n.t('as released') })),
    ),
  ];
}

/** Has the user write a target expression; undefined where nothing is written. */
export async function writeTargetExpression(title: string): Promise<string | undefined> {
  const expression = await window.showInputBox({
    title,
    prompt: l10n.t('A configured name, a minor, or a minor with settings of kube-apiserver'),
    placeHolder: '1.37,emulated-version=1.35,feature-gates=A=true;B=false,runtime-config=api/beta=true',
  });
  return expression === undefined || expression.trim() === '' ? undefined : expression.trim();
}

function group(label: string, items: readonly QuickPickItem[]): QuickPickItem[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}
