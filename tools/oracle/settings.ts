import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { formatMinor, type Minor, minor } from '../../server/src/targets/version.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { emulationFloor } from '../kubernetes/tables.ts';

/** The configuration of a kube-apiserver: its name and its flags. */
export interface Setting {
  readonly name: string;
  readonly flags: readonly string[];
}

const everything = '--runtime-config=api/all=true';
const beta = '--runtime-config=api/beta=true';

/**
 * The settings of a binary's grid: each emulated version alone, with beta and with all APIs, and forward compatible;
 * each pair of emulated and min compatibility version; and settings that it must refuse.
 */
export function gridSettings(binary: Minor): readonly Setting[] {
  const versions = range(emulationFloor(binary), binary);
  const known = readCatalog().binary(binary).flags;
  return [
    { name: 'default', flags: [] },
    ...versions.flatMap((version) => emulating(version, binary)),
    ...versions.flatMap((version) => range(emulationFloor(binary), version).map((oldest) => pair(version, oldest))),
    ...refused(binary),
  ].filter(({ flags }) => flags.every((flag) => known.has(flag.replace(/^--([^=]+).*$/, '$1'))));
}

/** The settings for documents: the default, older versions, and everything off by default. */
export function documentSettings(binary: Minor): readonly Setting[] {
  const [before, floor] = [minor(binary - 1), emulationFloor(binary)].map(formatMinor);
  return [
    { name: 'default', flags: [] },
    { name: `emu-${before}`, flags: [`--emulated-version=${before}`] },
    { name: `emu-${floor}+all`, flags: [`--emulated-version=${floor}`, everything] },
    { name: 'gates+all', flags: ['--feature-gates=AllAlpha=true,AllBeta=true', everything] },
  ];
}

/**
 * Generated settings, others for each seed: a version to emulate, up to three gates and up to two APIs, each on or off,
 * of those that the binary knows. The server may refuse one.
 */
export function randomSettings(binary: Minor, seed: number, count: number): readonly Setting[] {
  const catalog = readCatalog();
  const versions = range(emulationFloor(binary), binary);
  const gates = [...catalog.gates.keys()].sort();
  const apis = [...new Set([...catalog.kinds].map((kind) => formatGroupVersion(kind)))].sort();
  return Array.from({ length: count }, (_, number): Setting => {
    const random = randomFrom(seed * 1_000_003 + number);
    const pick = (from: readonly string[], max: number): string[] =>
      Array.from({ length: Math.floor(random() * (max + 1)) }, () => from[Math.floor(random() * from.length)] ?? '');
    const states = (names: readonly string[]) =>
      [...new Set(names)].map((name) => `${name}=${random() < 0.5}`).join(',');
    const emulated = versions[Math.floor(random() * versions.length)] ?? binary;
    const lists = { 'feature-gates': states(pick(gates, 3)), 'runtime-config': states(pick(apis, 2)) };
    const flags = Object.entries(lists).flatMap(([flag, list]) => (list === '' ? [] : [`--${flag}=${list}`]));
    return { name: `random-${seed}-${number}`, flags: [`--emulated-version=${formatMinor(emulated)}`, ...flags] };
  });
}

function emulating(version: Minor, binary: Minor): readonly Setting[] {
  const name = `emu-${formatMinor(version)}`;
  const emulated = `--emulated-version=${formatMinor(version)}`;
  const forward = '--emulation-forward-compatible=true';
  const alone = [
    { name, flags: [emulated] },
    { name: `${name}+beta`, flags: [emulated, beta] },
    { name: `${name}+all`, flags: [emulated, everything] },
  ];
  if (version === binary) return alone;
  return [
    ...alone,
    { name: `${name}+fwd`, flags: [emulated, forward] },
    { name: `${name}+fwd+beta`, flags: [emulated, forward, beta] },
    { name: `${name}+fwd+all`, flags: [emulated, forward, everything] },
    { name: `${name}+rcfwd+all`, flags: [emulated, '--runtime-config-emulation-forward-compatible=true', everything] },
  ];
}

function pair(version: Minor, oldest: Minor): Setting {
  const [emulated, compatible] = [formatMinor(version), formatMinor(oldest)];
  return {
    name: `emu-${emulated}-min-${compatible}+all`,
    flags: [`--emulated-version=${emulated}`, `--min-compatibility-version=${compatible}`, everything],
  };
}

function refused(binary: Minor): readonly Setting[] {
  const [current, next, low] = [binary, binary + 1, emulationFloor(binary) - 1].map((version) =>
    formatMinor(minor(version)),
  );
  return [
    { name: 'bad-emu-high', flags: [`--emulated-version=${next}`] },
    { name: 'bad-emu-low', flags: [`--emulated-version=${low}`] },
    { name: 'bad-emu-patch', flags: [`--emulated-version=${current}.1`] },
    { name: 'bad-emu-syntax', flags: ['--emulated-version=abc'] },
    { name: 'bad-fwd-no-emu', flags: ['--emulation-forward-compatible=true'] },
    { name: 'bad-min-low', flags: [`--min-compatibility-version=${low}`] },
    { name: 'bad-gate-unknown', flags: ['--feature-gates=NoSuchGate=true'] },
    { name: 'bad-gate-value', flags: ['--feature-gates=AllAlpha=maybe'] },
    { name: 'bad-rc-unknown', flags: ['--runtime-config=nosuch.k8s.io/v1=true'] },
    { name: 'bad-rc-value', flags: ['--runtime-config=apps/v1=maybe'] },
  ];
}

function range(first: Minor, last: Minor): Minor[] {
  return Array.from({ length: last - first + 1 }, (_, index) => minor(first + index));
}
