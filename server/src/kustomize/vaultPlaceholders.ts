import table from '../../data/authored/substitutions.json' with { type: 'json' };
import type { Resource } from '../manifest/manifest.ts';
import { mapFor, stringFor } from '../manifest/node.ts';

/**
 * Whether a text has a placeholder that a plugin of Argo CD fills in from a vault: one that names its path itself, or any in an
 * object with an annotation that does.
 */
export function isFromVault(text: string, { root }: Resource): boolean {
  return vaults.some(
    ({ annotation, pattern, alone }) => alone.test(text) || (pattern.test(text) && isAnnotated(root, annotation)),
  );
}

function isAnnotated(root: Resource['root'], name: string): boolean {
  const metadata = mapFor(root, 'metadata');
  const annotations = metadata && mapFor(metadata, 'annotations');
  return annotations !== undefined && stringFor(annotations, name) !== undefined;
}

const vaults = table.vaults.map(({ annotation, placeholder, alone }) => ({
  annotation,
  pattern: new RegExp(placeholder),
  alone: new RegExp(alone),
}));
