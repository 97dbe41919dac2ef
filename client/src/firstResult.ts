import { commands, type Disposable, type Event, l10n, type Memento, window } from 'vscode';
import type { DescribedTarget, WorkspaceState } from '../../server/src/lsp/protocol.ts';
import { countsOf } from './findings/finding.ts';
import { currentFindings } from './findings/readFindings.ts';
import { countsText } from './findings/treeItems.ts';

const stateKey = 'kubecompat.greeted';

/** A notification has room for few buttons. */
const maxOffered = 2;

/**
 * After the first complete judging of a workspace, shows the result and the assumed target once, if no target is
 * configured, and offers the clusters that files of the workspace describe.
 */
export function showFirstResult(
  judged: Event<WorkspaceState>,
  state: Memento,
  described: () => Promise<readonly DescribedTarget[]>,
): Disposable {
  return judged(({ judging, resources, targets, decidedBy, coverage }) => {
    if (judging || resources === 0 || state.get(stateKey) === true) return;
    void state.update(stateKey, true);
    if (decidedBy !== 'default') return;
    const findings = countsText(countsOf(currentFindings()));
    const text = l10n.t(
      'Kubecompat checked {0} of {1} resources against Kubernetes {2}, because no target is set: {3}. Which cluster do you run?',
      coverage.judged,
      coverage.resources,
      targets.map(({ label }) => label).join(', '),
      findings === '' ? l10n.t('nothing found') : findings,
    );
    void greet(text, described);
  });
}

async function greet(text: string, described: () => Promise<readonly DescribedTarget[]>): Promise<void> {
  const usable = (await described()).filter((target) => target.usable);
  const offered = new Map(
    usable.length > maxOffered ? [] : usable.map(({ label, expression }) => [l10n.t('Use {0}', label), expression]),
  );
  const select = l10n.t('Select Targets');
  const show = l10n.t('Show Findings');
  const [first] = usable;
  const files =
    first === undefined
      ? ''
      : usable.length === 1
        ? l10n.t(' {0} describes one.', first.file)
        : l10n.t(' {0} files here describe one.', new Set(usable.map(({ file }) => file)).size);
  const chosen = await window.showInformationMessage(`${text}${files}`, ...offered.keys(), select, show);
  const expression = chosen === undefined ? undefined : offered.get(chosen);
  if (expression !== undefined) await commands.executeCommand('kubecompat.selectTarget', [expression]);
  if (chosen === select) await commands.executeCommand('kubecompat.selectTarget');
  if (chosen === show) await commands.executeCommand('kubecompat.findings.focus');
}
