import { l10n, window } from 'vscode';
import type { CheckTargets } from './targetBox.ts';
import type { TargetItem } from './targetItems.ts';

/** Picks several targets; text typed at Enter counts in addition to the selected ones. */
export async function pickTargets(
  rows: readonly TargetItem[],
  current: ReadonlySet<string>,
  check: CheckTargets,
): Promise<readonly string[] | undefined> {
  const items = rows.filter(({ choice }) => choice === undefined || choice.kind === 'target');
  const box = window.createQuickPick<TargetItem>();
  const title = l10n.t('Check manifests against several targets');
  box.title = title;
  box.placeholder = l10n.t('Select targets, or write one');
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.items = items;
  box.selectedItems = items.filter(({ label, choice }) => choice !== undefined && current.has(label));
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
        const ticked = box.selectedItems.map(({ label }) => label);
        const chosen = typed === '' ? ticked : [...new Set([...ticked, typed])];
        const problems = typed === '' ? [] : await check([typed]);
        if (problems.length === 0) resolve(chosen);
        else box.title = problems.join(' ');
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
