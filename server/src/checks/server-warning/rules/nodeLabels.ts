import { labelValue } from '../../../formats/label.ts';
import type { Value } from '../../value.ts';
import { nodeLabels } from '../facts.ts';
import type { Warn, WarningRule } from '../rule.ts';

const remedy = 'Select by the label that replaces it; nodes carry both.';

/** Warns where a place selects nodes by a label that is deprecated (`GetNodeLabelDeprecatedMessage`). */
export function warnOfNodeLabel(at: Value, label: string, warn: Warn): void {
  const words = nodeLabels.get(label);
  if (words !== undefined) warn(at, `The node label "${label}" should not be used: ${words}`, remedy);
}

/** A map of node labels. */
export function warnOfNodeLabels(selector: Value, warn: Warn): void {
  for (const [label, at] of selector.entries) warnOfNodeLabel(at, label, warn);
}

/** A term of a node selector (`GetWarningsForNodeSelectorTerm`); values are looked at only in preferences. */
export function warnOfNodeSelectorTerm(term: Value, checkValues: boolean, warn: Warn): void {
  for (const expression of term.at('matchExpressions').items) {
    warnOfNodeLabel(expression.at('key'), expression.at('key').text, warn);
    if (!checkValues) continue;
    for (const value of expression.at('values').items) {
      if (labelValue(value.text).length > 0) {
        warn(value, `"${value.text}" is no value that a label can have`, 'Write a value that nodes can carry.');
      }
    }
  }
}

/** Objects outside pods that select nodes. */
export const nodeLabelRules: readonly WarningRule[] = [
  {
    source: 'pkg/api/node/util.go',
    kinds: ['node.k8s.io/RuntimeClass'],
    run: (root, warn) => warnOfNodeLabels(root.at('scheduling').at('nodeSelector'), warn),
  },
  {
    source: 'pkg/api/storage/util.go',
    kinds: ['storage.k8s.io/StorageClass'],
    run(root, warn) {
      for (const topology of root.at('allowedTopologies').items) {
        for (const expression of topology.at('matchLabelExpressions').items) {
          warnOfNodeLabel(expression.at('key'), expression.at('key').text, warn);
        }
      }
    },
  },
  {
    source: 'pkg/api/storage/util.go',
    kinds: ['storage.k8s.io/CSIStorageCapacity'],
    run(root, warn) {
      warnOfNodeSelectorTerm(root.at('nodeTopology'), false, warn);
      warnOfNodeLabels(root.at('nodeTopology').at('matchLabels'), warn);
    },
  },
];
