import type { ApiSurface } from '../../../catalog/surface.ts';
import type { Cursor } from '../cursor.ts';
import { sends } from '../facts.ts';
import type { Warn } from '../rule.ts';
import { containersOf } from './containers.ts';

const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/';

/** Seccomp and AppArmor profiles in annotations, which became fields. */
export function warnOfProfileAnnotations(
  metadata: Cursor,
  spec: Cursor,
  isTemplate: boolean,
  warn: Warn,
  surface: ApiSurface,
): void {
  const annotations = metadata.at('annotations');
  if (!spec.at('securityContext', 'seccompProfile').present) warnOfSeccomp(annotations.entry(seccompPod), warn);
  for (const container of containersOf(spec)) {
    const name = container.at('name').text;
    const security = container.at('securityContext');
    if (!security.at('seccompProfile').present) warnOfSeccomp(annotations.entry(`${seccompContainer}${name}`), warn);
    const annotation = annotations.entry(`${appArmor}${name}`);
    if (!annotation.present || security.at('appArmorProfile').present) continue;
    if (warnsOfAppArmor(annotation.text, spec, isTemplate, surface)) {
      warn(
        annotation,
        'AppArmor profiles in annotations are deprecated since 1.30.',
        'Use securityContext.appArmorProfile.',
      );
    }
  }
}

function warnOfSeccomp(annotation: Cursor, warn: Warn): void {
  if (!annotation.present) return;
  warn(annotation, 'Seccomp profiles in annotations have no effect since 1.27.', 'Use securityContext.seccompProfile.');
}

/**
 * Templates: `warningsForPodSpecAndMeta`. Pods: `applyAppArmorVersionSkew` in pkg/registry/core/pod/strategy.go, which
 * copies the annotation into the field and warns where that changes something or cannot be done.
 */
function warnsOfAppArmor(annotation: string, spec: Cursor, isTemplate: boolean, { versions }: ApiSurface): boolean {
  if (!sends(versions.binary, 'appArmor')) return false;
  const profile = profileOf(annotation);
  const podProfile = profileText(spec.at('securityContext', 'appArmorProfile'));
  if (isTemplate) {
    return podProfile === undefined || (sends(versions.binary, 'appArmorOtherThanPod') && podProfile !== profile);
  }
  if (spec.at('os', 'name').text === 'windows') return false;
  return profile === undefined || profile !== podProfile;
}

/** The profile an annotation means, as type and name; undefined for one that means none. */
function profileOf(annotation: string): string | undefined {
  if (annotation === 'unconfined') return 'Unconfined/';
  if (annotation === 'runtime/default') return 'RuntimeDefault/';
  const name = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : '';
  return name === '' || name !== name.trim() ? undefined : `Localhost/${name}`;
}

function profileText(profile: Cursor): string | undefined {
  return profile.present ? `${profile.at('type').text}/${profile.at('localhostProfile').text}` : undefined;
}
