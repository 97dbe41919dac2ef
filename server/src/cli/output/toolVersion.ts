import { version } from '../../../../package.json';

/** The version of this program, `0.1.0`. */
export function toolVersion(): string {
  return version;
}
