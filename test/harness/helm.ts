import { dirname } from 'node:path';
import { setUp } from './setUp.ts';

const helm = setUp('helm');

/** The folder with the helm binary, which is there before tests begin; a test that needs it is left out where it is not. */
export function helmFolder(context: Mocha.Context): string {
  return `${dirname(helm(context))}/`;
}
