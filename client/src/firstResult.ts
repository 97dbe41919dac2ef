import { commands, type Disposable, type Event, l10n, type Memento, window } from 'vscode';
import type { WorkspaceState } from '../../server/src/lsp/protocol.ts';
import { countsOf } from './findings/finding.ts';
import { currentFindings } from './findings/readFindings.ts';
import { countsText } from './findings/treeItems.ts';
import { shortName } from './targets/targetChoice.ts';

const stateKey = 'kubecompat.greeted';

/**
 * After the first complete judging of a workspace, shows the result and the assumed target once, if no target is
 * configured.
 */
export function showFirstResult(judged: Event<WorkspaceState>, state: Memento): Disposable {
  return judged(({ judging, resources, targets, decidedBy, coverage }) => {
    if (judging || resources === 0 || state.get(stateKey) === true) return;
    void state.update(stateKey, true);
    if (decidedBy !== 'default') return;
    const findings = countsText(countsOf(currentFindings()));
    const names = targets.map(shortName).join(', ');
    const text = l10n.t(
      'Kubecompat checked {0} of {1} resources against Kubernetes {2}, because no target is set: {3}. Which cluster do you run?',
      coverage.judged,
      coverage.resources,
      names,
      findings === '' ? l10n.t('nothing found') : findings,
    );
    void greet(text);
  });
}

async function greet(text: string): Promise<void> {
  const select = l10n.t('Select Targets');
  const show = l10n.t('Show Findings');
  const chosen = await window.showInformationMessage(text, select, show);
  if (chosen === select) await commands.executeCommand('kubecompat.selectTarget');
  if (chosen === show) await commands.executeCommand('kubecompat.findings.focus');
}
