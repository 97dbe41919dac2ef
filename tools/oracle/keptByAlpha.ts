import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, object, text } from '../../server/data/generator/json.ts';
import { formatMinor, type Minor } from '../../server/src/targets/version.ts';
import { dataFolder } from '../kubernetes/tables.ts';

/**
 * The kinds that an alpha build serves and its release will not, as `apps/v1 Deployment`: those that end in the version
 * which it emulates. k8s.io/apiserver pkg/server/deleted_kinds.go, ShouldServeForVersion: alphas "are allowed to
 * continue serving expired betas".
 */
export function apisKeptByAlpha(emulated: Minor): ReadonlySet<string> {
  const lines = readFileSync(join(dataFolder, 'facts/gvk.jsonl'), 'utf8').split('\n');
  const kinds = lines.filter((line) => line !== '').map((line) => object(JSON.parse(line)));
  const ending = kinds.filter(({ lifecycle }) => fieldOf(lifecycle ?? {}, 'removed') === formatMinor(emulated));
  return new Set(
    ending.map(({ group, version, kind }) => {
      const at = text(group) === '' ? text(version) : `${text(group)}/${text(version)}`;
      return `${at} ${text(kind)}`;
    }),
  );
}

/** Whether a release is an alpha build: `1.38.0-alpha.0`. */
export function isAlpha(release: string): boolean {
  return release.includes('-alpha.');
}
