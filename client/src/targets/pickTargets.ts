import { l10n, window } from 'vscode';
import type { CheckTargets } from './targetBox.ts';
import { expressionOf, type TargetItem } from './targetItems.ts';

/** Picks several targets; text typed at Enter counts in addition to the selected ones. */
export async function pickTargets(
  rows: readonly TargetItem[],
  current: ReadonlySet<string>,
  check: CheckTargets,
): Promise<readonly string[] | undefined> {
  const items = rows.filter(({ choice }) => choice === undefined || choice.kind === 'targets');
  const box = window.createQuickPick<TargetItem>();
  const title = l10n.t('Check manifests against several targets');
  box.title = title;
  box.placeholder = l10n.t('Select targets, or type some');
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.items = items;
  box.selectedItems = items.filter((item) => current.has(expressionOf(item) ?? ''));
  let typed = '';
  box.onDidChangeValue((value) => {
    typed = value.trim();
    box.title = title;
  });
  // Selecting a row clears the text that was typed to find it.
  box.onDidChangeSelection(() => {
    typed = '';
  });
  try {
    return await new Promise<readonly string[] | undefined>((resolve) => {
      box.onDidAccept(async () => {
        const ticked = box.selectedItems.flatMap((item) => expressionOf(item) ?? []);
        const { targets, problems } = await check(typed);
        if (problems.length === 0) resolve([...new Set([...ticked, ...targets.map(({ expression }) => expression)])]);
        else box.title = problems.join(' ');
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
