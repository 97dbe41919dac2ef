import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { allContainers } from './containers.ts';
import { listInAnnotation } from './jsonAnnotations.ts';
import { validateDescendingPath } from './paths.ts';
import { validateTolerations } from './scheduling.ts';

// Source: pkg/apis/core/validation/validation.go, ValidatePodSpecificAnnotations and the comparisons with fields.

const mirror = 'kubernetes.io/config.mirror';
const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
const tolerations = 'scheduler.alpha.kubernetes.io/tolerations';
const tolerationTexts = ['key', 'operator', 'value', 'effect'];
const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const appArmorContainer = 'container.apparmor.security.beta.kubernetes.io/';

/** The profiles that are copied from an annotation: those that are valid as a field. */
const becomesField = /^(?:runtime\/default|unconfined|localhost\/\S(?:.{0,4093}\S)?)$/s;

/** Annotations with a meaning for pods. */
export function validatePodAnnotations(meta: Value, spec: Value, errors: ErrorList): void {
  const annotations = meta.at('annotations');
  const all = annotations.entries;
  const mirrored = all.get(mirror);
  if (mirrored !== undefined && spec.at('nodeName').empty) {
    errors.invalid(mirrored, 'must set spec.nodeName if mirror pod annotation is set');
  }
  const tolerated = listInAnnotation(annotations, tolerations, tolerationTexts, ['tolerationSeconds'], errors);
  if (tolerated !== undefined) validateTolerations(tolerated, errors);
  const cost = all.get(deletionCost);
  if (cost !== undefined && errors.gate('PodDeletionCost') && !isCost(cost.text)) {
    errors.invalid(cost, 'must be a 32bit integer');
  }
  for (const [key, value] of all) {
    if (key === seccompPod || key.startsWith(seccompContainer)) {
      validateSeccomp(value.reportedAt(annotations.at(key)), errors);
    }
    if (!key.startsWith(appArmorContainer)) continue;
    const container = key.slice(appArmorContainer.length);
    if (!allContainers(spec).some((candidate) => candidate.at('name').text === container))
      errors.invalid(value, 'container not found', container);
    if (!['', 'runtime/default', 'unconfined'].includes(value.text) && !value.text.startsWith('localhost/')) {
      errors.invalid(value, `invalid AppArmor profile name: "${value.text}"`);
    }
  }
}

/**
 * Annotations that preceded fields must agree with the fields. Those of a pod become the fields of containers without
 * one (`applyAppArmorVersionSkew` in pkg/registry/core/pod/strategy.go).
 */
export function validateAnnotationsMatchFields(meta: Value, spec: Value, isPod: boolean, errors: ErrorList): void {
  const annotations = meta.at('annotations').strings;
  const ofPod = spec.at('securityContext');
  validateMatch(annotations.get(seccompPod), ofPod.at('seccompProfile'), 'seccomp', errors);
  const appArmor = ofPod.at('appArmorProfile');
  for (const container of allContainers(spec)) {
    const name = container.at('name').text;
    const context = container.at('securityContext');
    validateMatch(annotations.get(seccompContainer + name), context.at('seccompProfile'), 'seccomp', errors);
    if (spec.at('os').at('name').text === 'windows') continue;
    const [value, annotation] = [context.at('appArmorProfile'), annotations.get(appArmorContainer + name)];
    if (isPod && !value.present && annotation !== undefined && becomesField.test(annotation)) continue;
    validateMatch(annotation, value.present ? value : appArmor.reportedAt(value), 'apparmor', errors);
  }
}

function validateMatch(annotation: string | undefined, profile: Value, what: string, errors: ErrorList): void {
  if (annotation === undefined || !profile.present) return;
  const [type, local] = [profile.at('type'), profile.at('localhostProfile')];
  const fits: Readonly<Record<string, boolean>> = {
    Unconfined: annotation === 'unconfined',
    RuntimeDefault: annotation === 'runtime/default' || (what === 'seccomp' && annotation === 'docker/default'),
    Localhost: annotation.startsWith('localhost/'),
  };
  if (fits[type.text] === false) errors.forbidden(type, `${what} type in annotation and field must match`);
  else if (type.text === 'Localhost' && annotation !== `localhost/${local.text}`) {
    errors.forbidden(local, `${what} profile in annotation and field must match`);
  }
}

function validateSeccomp(profile: Value, errors: ErrorList): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile.text)) return;
  if (!profile.text.startsWith('localhost/')) {
    errors.invalid(profile, 'must be a valid seccomp profile');
    return;
  }
  const path = profile.text.slice('localhost/'.length);
  if (path.startsWith('/') || path.split('/').includes('..')) validateDescendingPath(profile, errors);
}

function isCost(text: string): boolean {
  return /^(0|-[0-9]+|[1-9][0-9]*)$/.test(text) && Math.abs(Number(text)) <= 2147483647;
}
