import type { Value } from '../value.ts';
import type { PodToCheck } from './podToCheck.ts';
import { containerWords, joinQuote, pluralize, sorted, values } from './quotedNames.ts';
import type { Violation } from './violation.ts';

const allowedTypes: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);
const nameOf = (container: Value) => container.at('name').text;
const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/';

/** Source: k8s.io/pod-security-admission policy/check_appArmorProfile.go. */
export function appArmorProfile(pod: PodToCheck): Violation | undefined {
  const { spec, containers, annotations, namesAppArmorSetters } = pod;
  const profile = (of: Value) => of.at('securityContext').at('appArmorProfile');
  const typeOf = (of: Value) => (profile(of).present ? profile(of).at('type').text : copiedType(of, pod));
  const isBad = (of: Value) => {
    const type = typeOf(of);
    return type !== undefined && !allowedTypes.has(type);
  };
  const bad = containers.filter(isBad);
  const forbidden = [...annotations]
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAllowedAppArmor(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const types = [...(isBad(spec) ? [spec] : []), ...bad].flatMap((of) => typeOf(of) ?? []);
  const all = [...sorted(types), ...forbidden];
  if (all.length === 0) return undefined;
  const setters = values(
    isBad(spec) ? 'pod' : undefined,
    bad.length > 0 ? containerWords(bad.map(nameOf)) : undefined,
    forbidden.length > 0 ? pluralize('annotation', 'annotations', forbidden.length) : undefined,
  );
  const [firstBad] = bad;
  const first = isBad(spec) ? profile(spec) : firstBad === undefined ? spec : presentOr(profile(firstBad), firstBad);
  return {
    reason: pluralize('forbidden AppArmor profile', 'forbidden AppArmor profiles', all.length),
    detail: namesAppArmorSetters
      ? `${setters.join(' and ')} must not set AppArmor profile type to ${joinQuote(all)}`
      : forbidden.join(', '),
    at: first,
  };
}

/** The profile that the server copies from an annotation into a container, unless the pod has the same one. */
function copiedType(container: Value, { spec, annotations, copiesAppArmor }: PodToCheck): string | undefined {
  const annotation = annotations.get(`${appArmorPrefix}${nameOf(container)}`);
  if (!copiesAppArmor || container === spec || annotation !== 'unconfined') return undefined;
  const type = 'Unconfined';
  return spec.at('securityContext').at('appArmorProfile').at('type').text === type ? undefined : type;
}

function presentOr(value: Value, otherwise: Value): Value {
  return value.present ? value : otherwise;
}

function isAllowedAppArmor(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

/** Source: k8s.io/pod-security-admission policy/check_seccompProfile_baseline.go. */
export function seccompBaseline(pod: PodToCheck): Violation | undefined {
  return pod.readsSeccompFields ? badSeccompSetters(pod) : seccompAnnotations(pod);
}

/** Source: k8s.io/pod-security-admission policy/check_seccompProfile_restricted.go. */
export function seccompRestricted(pod: PodToCheck): Violation | undefined {
  if (pod.isWindows) return undefined;
  const bad = badSeccompSetters(pod);
  if (bad !== undefined || seccompOf(pod.spec).present) return bad;
  const implicit = pod.containers.filter((container) => !seccompOf(container).present);
  const [at] = implicit;
  return (
    at && {
      reason: 'seccompProfile',
      detail: `pod or ${containerWords(implicit.map(nameOf))} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
      at,
    }
  );
}

function seccompOf(of: Value): Value {
  return of.at('securityContext').at('seccompProfile');
}

function badSeccompSetters({ spec, containers }: PodToCheck): Violation | undefined {
  const isBad = (of: Value) => seccompOf(of).present && !allowedTypes.has(seccompOf(of).at('type').text);
  const bad = containers.filter(isBad);
  const all = [...(isBad(spec) ? [spec] : []), ...bad];
  const [first] = all;
  if (first === undefined) return undefined;
  const setters = values(isBad(spec) ? 'pod' : undefined, bad.length > 0 ? containerWords(bad.map(nameOf)) : undefined);
  const types = joinQuote(sorted(all.map((of) => seccompOf(of).at('type').text)));
  const detail = `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${types}`;
  return { reason: 'seccompProfile', detail, at: seccompOf(first) };
}

function seccompAnnotations({ spec, annotations, containers }: PodToCheck): Violation | undefined {
  const keys = [seccompPod, ...containers.map((container) => `${seccompPrefix}${nameOf(container)}`)];
  const forbidden = sorted(
    keys.flatMap((key) => {
      const value = annotations.get(key);
      return value === undefined || isAllowedSeccomp(value) ? [] : [`${key}=${JSON.stringify(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  const noun = pluralize('annotation', 'annotations', forbidden.length);
  return { reason: 'seccompProfile', detail: `forbidden ${noun} ${forbidden.join(', ')}`, at: spec };
}

function isAllowedSeccomp(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
}
