import type { ApiSurface } from '../../catalog/surface.ts';
import type { ValueMap } from '../../conversion/value.ts';
import { formatMinor } from '../../targets/version.ts';

/** The body of `/version`. Of a minor whose patch releases have no facts, it names the first release. */
export function versionOf({ versions, catalog }: ApiSurface): ValueMap {
  const { binary, emulation, minCompatibility } = versions;
  const release = [catalog.version, catalog.preview?.release ?? ''].find((known) =>
    known.startsWith(`${formatMinor(binary)}.`),
  );
  const emulates = catalog.binary(binary).emulationFloor !== undefined;
  return {
    major: '1',
    minor: String(binary),
    ...(emulates
      ? {
          emulationMajor: '1',
          emulationMinor: String(emulation),
          minCompatibilityMajor: '1',
          minCompatibilityMinor: String(minCompatibility),
        }
      : {}),
    gitVersion: `v${release ?? `${formatMinor(binary)}.0`}`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: 'kubecompat',
    platform: 'linux/amd64',
  };
}
