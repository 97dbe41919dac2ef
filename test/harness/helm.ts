import { dirname } from 'node:path';
import { setUp } from './setUp.ts';

const helm = setUp('helm');

/** The folder with the helm binary, installed before the tests; a test that needs it is skipped without it. */
export function helmFolder(context: Mocha.Context): string {
  return `${dirname(helm(context))}/`;
}
