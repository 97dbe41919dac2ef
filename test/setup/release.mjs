// The release that tests use. `npm test` builds it first; a test that runs alone builds its own.
import { readFileSync } from 'node:fs';

/** The variable with the folder of an existing release. */
export const releaseVariable = 'KUBECOMPAT_RELEASE';

/** The arguments with which Node.js builds a release of this checkout, including uncommitted changes. */
export function releaseArguments(out) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return [
    ...['scripts/release.mjs', version, '--as-it-is', '--out', out],
    ...['--address', 'https://example.com/r', '--repository', 'https://github.com/example/kubecompat'],
  ];
}
