import { changedKeys } from '../../manifest/changedKeys.ts';
import type { MapEntry } from '../../manifest/node.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';

/** A key without quotes that YAML 1.1 reads as a boolean or a number, so that another one is stored. */
export const changedKey: Check = {
  codes: [
    { code: 'changed-key', consequences: ['advice'], title: 'The key is not a string, and is stored as another one' },
  ],
  resource: ({ resource, text, decoded }, emit) => {
    const unknown = new Set<MapEntry>(
      [...(decoded?.unknown ?? []), ...(decoded?.unnoticed ?? [])].map(({ entry }) => entry),
    );
    for (const { path, entry } of changedKeys(resource.root, text)) {
      if (unknown.has(entry)) continue;
      const { key, keySpan: span } = entry;
      const written = text.slice(span.start, span.end);
      const isBoolean = key === 'true' || key === 'false';
      emit({
        code: 'changed-key',
        consequence: 'advice',
        path: formatPath(path),
        span,
        message: `the key ${written} is stored as "${key}"`,
        why: `kubectl and Helm read manifests as YAML 1.1, where ${written} without quotes is ${isBoolean ? 'a boolean' : 'a number'}; they send JSON, with its value as the key.`,
        remedy: `Write "${written}" in quotes, or "${key}" if that is meant.`,
        source: 'sigs.k8s.io/yaml (YAMLToJSON)',
        unlessBuilt: true,
        fixes: () => [
          {
            title: `Put ${written} in quotes`,
            kind: 'lossy',
            edits: [{ span, newText: `"${written}"` }],
            left: [`the key "${key}" is then "${written}"`],
          },
        ],
      });
    }
  },
};
