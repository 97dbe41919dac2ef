import { parseMinor } from '../targets/version.ts';
import { textAt } from './json.ts';
import type { ServerVersion } from './snapshot.ts';

/**
 * Reads the answer to `/version` (`k8s.io/apimachinery/pkg/version.Info`). Managed services write minors as `30+`.
 * Undefined for anything that is not a Kubernetes server's.
 */
export function readServerVersion(answer: unknown): ServerVersion | undefined {
  const gitVersion = textAt(answer, 'gitVersion');
  if (gitVersion === undefined || !isGitVersion(gitVersion)) return undefined;
  const binary = minorOf(answer, 'major', 'minor') ?? parseMinor(gitVersion);
  if (binary === undefined) return undefined;
  const minor = textAt(answer, 'minor');
  return {
    gitVersion,
    ...(minor === undefined ? {} : { minor }),
    binary,
    emulation: minorOf(answer, 'emulationMajor', 'emulationMinor'),
    minCompatibility: minorOf(answer, 'minCompatibilityMajor', 'minCompatibilityMinor'),
  };
}

/** Whether a text is a valid program version: it is printed, so it may contain nothing else. */
export function isGitVersion(text: string): boolean {
  return /^[\w.+~-]{1,200}$/.test(text);
}

function minorOf(answer: unknown, major: string, minor: string) {
  const digits = /^\d{1,4}/.exec(textAt(answer, minor) ?? '')?.[0];
  return digits === undefined ? undefined : parseMinor(`${textAt(answer, major) ?? ''}.${digits}`);
}
