import type { ApiSurface } from '../../../catalog/surface.ts';
import type { Value } from '../../value.ts';
import { sendsWarning } from '../facts.ts';
import { type EmitWarning, withFieldPath } from '../rule.ts';

const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/';

/** Seccomp and AppArmor profiles in annotations, which became fields. */
export function warnAboutProfileAnnotations(
  metadata: Value,
  spec: Value,
  containers: readonly Value[],
  isTemplate: boolean,
  warn: EmitWarning,
  surface: ApiSurface,
): void {
  const annotations = metadata.at('annotations').entries;
  if (annotations.size === 0) return;
  if (!spec.at('securityContext').at('seccompProfile').present) warnAboutSeccomp(annotations.get(seccompPod), warn);
  for (const container of containers) {
    const name = container.at('name').text;
    const security = container.at('securityContext');
    if (!security.at('seccompProfile').present) warnAboutSeccomp(annotations.get(`${seccompContainer}${name}`), warn);
    const annotation = annotations.get(`${appArmor}${name}`);
    if (annotation === undefined || security.at('appArmorProfile').present) continue;
    if (warnsOfAppArmor(annotation.text, spec, isTemplate, surface)) {
      warn(
        annotation,
        withFieldPath(annotation, 'deprecated since v1.30; use the "appArmorProfile" field instead'),
        'Use securityContext.appArmorProfile.',
      );
    }
  }
}

function warnAboutSeccomp(annotation: Value | undefined, warn: EmitWarning): void {
  if (annotation === undefined) return;
  const words = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  warn(annotation, withFieldPath(annotation, words), 'Use securityContext.seccompProfile.');
}

/**
 * Templates: `warningsForPodSpecAndMeta`. Pods: `applyAppArmorVersionSkew` in pkg/registry/core/pod/strategy.go, which
 * copies the annotation to the field and warns if that changes something or fails.
 */
function warnsOfAppArmor(annotation: string, spec: Value, isTemplate: boolean, { versions }: ApiSurface): boolean {
  if (!sendsWarning(versions.binary, 'appArmor')) return false;
  const profile = profileOf(annotation);
  const podProfile = profileText(spec.at('securityContext').at('appArmorProfile'));
  if (isTemplate) {
    return (
      podProfile === undefined || (sendsWarning(versions.binary, 'appArmorOtherThanPod') && podProfile !== profile)
    );
  }
  if (spec.at('os').at('name').text === 'windows') return false;
  return profile === undefined || profile !== podProfile;
}

/** The profile an annotation means, as type and name; undefined for one that means none. */
function profileOf(annotation: string): string | undefined {
  if (annotation === 'unconfined') return 'Unconfined/';
  if (annotation === 'runtime/default') return 'RuntimeDefault/';
  const name = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : '';
  return name === '' || name !== name.trim() ? undefined : `Localhost/${name}`;
}

function profileText(profile: Value): string | undefined {
  return profile.present ? `${profile.at('type').text}/${profile.at('localhostProfile').text}` : undefined;
}
