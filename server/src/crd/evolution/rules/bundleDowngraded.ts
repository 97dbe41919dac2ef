import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import table from '../../../../data/authored/crd-bundles.json' with { type: 'json' };
import { entryOf, fieldOf } from '../../../text/fieldPath.ts';
import type { EvolutionRule } from '../rule.ts';

const annotations = fieldOf(fieldOf(undefined, 'metadata'), 'annotations');

/** Definitions of a bundle go together, and forward. */
export const bundleDowngraded: EvolutionRule = {
  code: 'crd-bundle-changed',
  title: 'The definition is from an older bundle or another channel',
  severity: 'warning',
  breaks: ['stored objects', 'new clients'],
  why: 'Annotations name the release and channel of a definition. Implementations depend on them, and the admission policies of some projects refuse the change. Fields of the newer release or the other channel are lost.',
  remedy: 'Install all definitions of the project from one release and channel, and never an older release.',
  source: 'https://gateway-api.sigs.k8s.io/concepts/versioning/',
  definition({ before, after }, emit) {
    for (const [key, { text, span }] of after.annotations) {
      const old = before.annotations.get(key);
      if (old === undefined || old.text === text) continue;
      const what = `The annotation ${key} changed from ${old.text} to ${text}`;
      const isChannel = table.channels.some((suffix) => key.endsWith(suffix));
      const isVersion = table.versions.some((suffix) => key.endsWith(suffix));
      if (!isChannel && !(isVersion && isOlder(text, old.text))) continue;
      emit({ path: entryOf(annotations, key), span, version: undefined }, what);
    }
  },
};

function isOlder(now: string, old: string): boolean {
  return valid(now) !== null && valid(old) !== null && lt(now, old);
}
