import { parseTargetFlags } from '../../targets/flags.ts';
import { formatTarget } from '../../targets/format.ts';
import { targetFlags as flagNames, type TargetFlag } from '../../targets/target.ts';
import type { Minor } from '../../targets/version.ts';
import type { TargetRequest } from '../../workspace/settings/targetSelection.ts';
import { type FlagSpec, type ParsedArguments, UsageError, valuesOf } from './arguments.ts';
import { accessFlags, contextFlag } from './contextFlags.ts';

/** The flags of every command that takes targets: ours, and kube-apiserver's own by their own names. */
export const targetFlags: readonly FlagSpec[] = [
  {
    name: 'target',
    value: 'TARGET',
    help: 'a configured name, 1.36, or 1.37,emulated-version=1.35,feature-gates=A=true;B=false; may be repeated',
  },
  {
    name: 'target-from',
    value: 'FILE',
    help: 'a file that describes the API server, such as a static pod; FILE#NAME selects one of several clusters; may be repeated',
  },
  {
    name: 'binary-version',
    value: '1.N',
    help: 'the minor of the kube-apiserver, if the file of --target-from has none; or, instead of --target, with these flags:',
  },
  { name: 'emulated-version', value: '1.N', help: "kube-apiserver's flag" },
  { name: 'min-compatibility-version', value: '1.N', help: "kube-apiserver's flag" },
  { name: 'feature-gates', value: 'A=true,B=false', help: "kube-apiserver's flag" },
  { name: 'runtime-config', value: 'api/beta=true', help: "kube-apiserver's flag" },
  { name: 'emulation-forward-compatible', help: "kube-apiserver's flag" },
  { name: 'runtime-config-emulation-forward-compatible', help: "kube-apiserver's flag" },
  { name: 'enable-admission-plugins', value: 'A,B', help: "kube-apiserver's flag" },
  { name: 'disable-admission-plugins', value: 'A,B', help: "kube-apiserver's flag" },
  { name: 'admission-control-config-file', value: 'FILE', help: "kube-apiserver's flag" },
  { name: 'service-cluster-ip-range', value: 'CIDR,CIDR', help: "kube-apiserver's flag" },
  { name: 'service-node-port-range', value: 'FIRST-LAST', help: "kube-apiserver's flag" },
  {
    name: 'crds',
    value: 'SET=RELEASE,PATH',
    help: 'the CRDs of the cluster: gateway-api=v1.2.0/experimental, cluster-api=v1.9, or files and folders',
  },
  contextFlag,
  ...accessFlags,
];

/**
 * The targets on a command line. Throws a UsageError for conflicting or invalid flags.
 *
 * @param newest the binary if server flags have no `--binary-version`.
 */
export function targetRequest(parsed: ParsedArguments, newest: Minor): TargetRequest {
  const files = valuesOf(parsed, 'target-from');
  if (files.length > 0) return fileRequest(parsed, files);
  const expressions = [...valuesOf(parsed, 'target'), ...contextsOf(parsed)];
  const values: Partial<Record<TargetFlag, readonly string[]>> = {};
  for (const flag of flagNames) {
    const written = valuesOf(parsed, flag);
    if (written.length > 0) values[flag] = written.map((value) => (value === '' && isSwitch(flag) ? 'true' : value));
  }
  const [flag] = Object.keys(values);
  if (flag === undefined)
    return expressions.length === 0 ? { kind: 'configured' } : { kind: 'expressions', expressions };
  if (expressions.length > 0) {
    throw new UsageError(
      `--target and --${flag} exclude each other`,
      'put the setting into the expression of --target',
    );
  }
  const result = parseTargetFlags(values, newest);
  if (result.ok) return { kind: 'flags', name: formatTarget(result.target), target: result.target };
  const [problem] = result.problems;
  throw new UsageError(
    `--${problem?.flag ?? flag}=${problem?.value ?? ''}: ${problem?.message ?? 'cannot be read'}`,
    `allowed: ${problem?.allowed ?? ''}`,
  );
}

/** `--target-from` combines with `--target`, and with flags for what its file may omit: the version, and the CRDs. */
function fileRequest(parsed: ParsedArguments, files: readonly string[]): TargetRequest {
  const conflicting = flagNames.find(
    (flag) => flag !== 'binary-version' && flag !== 'crds' && valuesOf(parsed, flag).length > 0,
  );
  if (conflicting !== undefined) {
    throw new UsageError(
      `--target-from and --${conflicting} exclude each other`,
      "the file sets the server's flags; use --target for another server",
    );
  }
  const version = valuesOf(parsed, 'binary-version').at(-1);
  const crds = valuesOf(parsed, 'crds').map((value) => `crds=${value.replaceAll(',', ';')},`);
  const prefix = `${version === undefined ? '' : `${version},`}${crds.join('')}`;
  const expressions = [
    ...valuesOf(parsed, 'target'),
    ...contextsOf(parsed),
    ...files.map((file) => `${prefix}from=${file}`),
  ];
  return { kind: 'expressions', expressions };
}

/** The clusters of `--context` as expressions; none if the command reads them itself. */
function contextsOf(parsed: ParsedArguments): readonly string[] {
  return valuesOf(parsed, 'context')
    .filter((context) => parsed.clusters?.has(context) === true)
    .map((context) => `context=${context}`);
}

function isSwitch(flag: TargetFlag): boolean {
  return targetFlags.some(({ name, value }) => name === flag && value === undefined);
}
