import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { FolderFix } from '../../server/src/lsp/protocol.ts';

interface FixItem extends QuickPickItem {
  readonly fix?: FolderFix;
}

/**
 * Shows each fix under its kind of change, all of them selected, and returns the ids of the selected ones; undefined if
 * cancelled.
 *
 * @param nameOf the display name of a file, by URI.
 * @param show previews a fix.
 */
export async function pickFixes(
  fixes: readonly FolderFix[],
  nameOf: (uri: string) => string,
  show: (fix: FolderFix) => Promise<void>,
): Promise<readonly string[] | undefined> {
  const items = itemsOf(fixes, nameOf);
  const box = window.createQuickPick<FixItem>();
  box.title = l10n.t('Fixes to apply');
  box.placeholder = l10n.t('Enter applies the selected fixes');
  box.canSelectMany = true;
  box.matchOnDetail = true;
  // Looking at a change moves the focus away from the list.
  box.ignoreFocusOut = true;
  box.items = items;
  box.selectedItems = items.filter(({ fix }) => fix !== undefined);
  try {
    return await new Promise<readonly string[] | undefined>((resolve) => {
      box.onDidAccept(() => resolve(box.selectedItems.flatMap(({ fix }) => (fix === undefined ? [] : [fix.id]))));
      box.onDidTriggerItemButton(({ item: { fix } }) => (fix === undefined ? undefined : show(fix)));
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function itemsOf(fixes: readonly FolderFix[], nameOf: (uri: string) => string): readonly FixItem[] {
  const changes = new Map<string, FolderFix[]>();
  for (const fix of fixes) {
    const known = changes.get(fix.change);
    if (known === undefined) changes.set(fix.change, [fix]);
    else known.push(fix);
  }
  const buttons = [{ iconPath: new ThemeIcon('diff'), tooltip: l10n.t('Show the Change') }];
  return [...changes].flatMap(([change, members]): readonly FixItem[] => [
    { label: change, kind: QuickPickItemKind.Separator },
    ...members.map((fix) => ({
      label: fix.resource === '' ? fix.title : `${fix.resource}: ${fix.title}`,
      detail: `${nameOf(fix.uri)}:${fix.line + 1}`,
      buttons,
      fix,
    })),
  ]);
}
