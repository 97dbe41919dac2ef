// The release that tests look at. `npm test` makes it before them; a test that runs alone makes its own.
import { readFileSync } from 'node:fs';

/** The variable that names the folder of a release that was made. */
export const releaseVariable = 'KUBECOMPAT_RELEASE';

/** The arguments of Node.js that make a release of this checkout from its build, with changes that are not committed. */
export function releaseArguments(out) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return [
    ...['scripts/release.mjs', version, '--as-it-is', '--out', out],
    ...['--address', 'https://example.com/r', '--repository', 'https://github.com/example/kubecompat'],
  ];
}
