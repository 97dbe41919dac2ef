import { qualifiedName } from '../../../formats/label.ts';
import { sendsWarning } from '../facts.ts';
import type { WarningRule } from '../rule.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/registry/customresource/validator.go, validateKubeFinalizerName.

const standard: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Finalizers of custom resources that another writer may take for its own. Other objects are refused for them. */
export const customResourceRule: WarningRule = {
  kinds: [],
  source: 'staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/validator.go',
  run: (root, warn, { versions }) => {
    if (!sendsWarning(versions.binary, 'customFinalizers')) return;
    for (const finalizer of root.at('metadata').at('finalizers').items) {
      const { text } = finalizer;
      if (text === '' || text.includes('/') || standard.has(text) || qualifiedName(text).length > 0) continue;
      const form = text.includes('.') ? ' including a path (/)' : '';
      warn(
        finalizer,
        `metadata.finalizers: "${text}": prefer a domain-qualified finalizer name${form} to avoid accidental conflicts with other finalizer writers`,
        `Prefix it with a domain that you own, such as example.com/${text}.`,
      );
    }
  },
};
