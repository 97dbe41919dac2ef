import { parseCrds } from './crds.ts';
import { parseGoBool } from './goBool.ts';
import { parseSettings } from './settings.ts';
import type { ServiceFlags, Target, TargetFlag, TargetProblem } from './target.ts';
import { type Minor, parseMinor } from './version.ts';

/** The values of each flag, in the order written. A flag without a value, such as a bare switch, is `true`. */
export type TargetFlagValues = Readonly<Partial<Record<TargetFlag, readonly string[]>>>;

/** A target, or the problems of its settings. */
export type ParsedTarget =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/**
 * Builds a target from flags. Repeated flags combine as in kube-apiserver: lists grow, the last switch wins. Checks
 * that need the server's tables, such as whether a gate exists, are in `catalog/resolve.ts`.
 *
 * @param defaultBinary the binary if `--binary-version` is absent.
 */
export function parseTargetFlags(values: TargetFlagValues, defaultBinary: Minor): ParsedTarget {
  const written = values['binary-version']?.at(-1);
  const binary = written === undefined ? defaultBinary : parseMinor(written);
  if (binary === undefined) return { ok: false, problems: [binaryProblem(written ?? '')] };
  const { crds, problems } = parseCrds(parseSettings(values.crds?.join(',') ?? ''));
  if (problems.length > 0) return { ok: false, problems };
  const emulatedVersion = values['emulated-version']?.join(',');
  const minCompatibilityVersion = values['min-compatibility-version']?.join(',');
  const emulationForwardCompatible = switchOf(values['emulation-forward-compatible']);
  const enabledAdmissionPlugins = pluginsOf(values['enable-admission-plugins']);
  const disabledAdmissionPlugins = pluginsOf(values['disable-admission-plugins']);
  const admissionConfiguration = values['admission-control-config-file']?.at(-1);
  const services = servicesOf(values);
  const runtimeConfigEmulationForwardCompatible = switchOf(values['runtime-config-emulation-forward-compatible']);
  return {
    ok: true,
    target: {
      binary,
      runtimeConfig: parseSettings(values['runtime-config']?.join(',') ?? ''),
      featureGates: parseSettings(values['feature-gates']?.join(',') ?? ''),
      ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
      ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }),
      ...(emulationForwardCompatible === undefined ? {} : { emulationForwardCompatible }),
      ...(runtimeConfigEmulationForwardCompatible === undefined ? {} : { runtimeConfigEmulationForwardCompatible }),
      ...(enabledAdmissionPlugins === undefined ? {} : { enabledAdmissionPlugins }),
      ...(disabledAdmissionPlugins === undefined ? {} : { disabledAdmissionPlugins }),
      // With an empty path, the server reads no file.
      ...(admissionConfiguration === undefined || admissionConfiguration === ''
        ? {}
        : { admissionConfiguration: { path: admissionConfiguration } }),
      ...(services === undefined ? {} : { services }),
      ...(values.crds === undefined ? {} : { crds }),
    },
  };
}

/** The problem of a text that is not a version of a binary. */
export function binaryProblem(value: string): TargetProblem {
  return {
    flag: 'binary-version',
    value,
    message: `"${value}" is not a Kubernetes version`,
    allowed: 'a minor such as 1.36',
  };
}

/** The last value of these flags wins. With an empty value, the server uses its default, and the setting is omitted. */
function servicesOf(values: TargetFlagValues): ServiceFlags | undefined {
  const clusterIpRange = values['service-cluster-ip-range']?.at(-1) || undefined;
  const nodePortRange = values['service-node-port-range']?.at(-1) || undefined;
  if (clusterIpRange === undefined && nodePortRange === undefined) return undefined;
  return {
    ...(clusterIpRange === undefined ? {} : { clusterIpRange }),
    ...(nodePortRange === undefined ? {} : { nodePortRange }),
  };
}

/** Repeated lists add up; empty names are skipped. */
function pluginsOf(values: readonly string[] | undefined): readonly string[] | undefined {
  return values?.flatMap((value) => value.split(',')).filter((name) => name !== '');
}

/** The server stops at the first value that is not a boolean; otherwise the last one wins. */
function switchOf(values: readonly string[] | undefined): string | undefined {
  return values?.find((value) => parseGoBool(value) === undefined) ?? values?.at(-1);
}
