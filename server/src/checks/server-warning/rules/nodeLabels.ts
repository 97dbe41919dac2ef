import { labelValue } from '../../../formats/label.ts';
import { formatPath } from '../../../text/fieldPath.ts';
import type { Value } from '../../value.ts';
import { nodeLabels } from '../facts.ts';
import { type EmitWarning, type WarningRule, withFieldPath } from '../rule.ts';

const remedy = 'Select by the label that replaces it; nodes carry both.';

/** Warns where a place names a label of nodes that is deprecated (`GetNodeLabelDeprecatedMessage`). */
export function warnAboutNodeLabel(at: Value, warn: EmitWarning): void {
  const words = nodeLabels.get(at.text);
  if (words !== undefined) warn(at, withFieldPath(at, `${at.text} is ${words}`), remedy);
}

/** A map of node labels; `place` is the server's path of one. */
export function warnAboutNodeLabels(
  selector: Value,
  warn: EmitWarning,
  pathAt: (at: Value, label: string) => string,
): void {
  for (const [label, at] of selector.entries) {
    const words = nodeLabels.get(label);
    if (words !== undefined) warn(at, `${pathAt(at, label)}: ${words}`, remedy);
  }
}

/** A node selector term (`GetWarningsForNodeSelectorTerm`); values are checked only in preferences. */
export function warnAboutNodeSelectorTerm(term: Value, checkValues: boolean, warn: EmitWarning): void {
  for (const expression of term.at('matchExpressions').items) {
    warnAboutNodeLabel(expression.at('key'), warn);
    if (!checkValues) continue;
    for (const value of expression.at('values').items) {
      for (const problem of labelValue(value.text)) {
        warn(value, withFieldPath(value, `${value.text} is invalid, ${problem}`), 'Use a valid label value.');
      }
    }
  }
}

/** Objects outside pods that select nodes. */
export const nodeLabelRules: readonly WarningRule[] = [
  {
    source: 'pkg/api/node/util.go',
    kinds: ['node.k8s.io/RuntimeClass'],
    run: (root, warn) =>
      warnAboutNodeLabels(root.at('scheduling').at('nodeSelector'), warn, () => 'scheduling.nodeSelector'),
  },
  {
    source: 'pkg/api/storage/util.go',
    kinds: ['storage.k8s.io/StorageClass'],
    run(root, warn) {
      for (const topology of root.at('allowedTopologies').items) {
        for (const expression of topology.at('matchLabelExpressions').items) {
          const key = expression.at('key');
          const words = nodeLabels.get(key.text);
          if (words !== undefined) warn(key, withFieldPath(key, words), remedy);
        }
      }
    },
  },
  {
    source: 'pkg/api/storage/util.go',
    kinds: ['storage.k8s.io/CSIStorageCapacity'],
    run(root, warn) {
      warnAboutNodeSelectorTerm(root.at('nodeTopology'), false, warn);
      const labels = root.at('nodeTopology').at('matchLabels');
      warnAboutNodeLabels(labels, warn, (_, label) => `${formatPath(labels.path)}.${label}`);
    },
  },
];
