import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateAnnotations, validateLabels } from '../meta/labels.ts';
import { validateAnnotationsMatchFields, validatePodAnnotations } from './podAnnotations.ts';
import { type TemplateUse, validatePodSpec } from './podSpec.ts';

/** The template of a workload's pods: `ValidatePodTemplateSpec` in `pkg/apis/core/validation/validation.go`. */
export function validatePodTemplateSpec(template: Value, errors: ErrorList, use?: TemplateUse): void {
  const [meta, spec] = [template.at('metadata'), template.at('spec')];
  // The server names labels and annotations of a template without `metadata`.
  validateLabels(meta.at('labels').reportedAt(template.at('labels')), errors);
  validateAnnotations(meta.at('annotations').reportedAt(template.at('annotations')), errors);
  validatePodAnnotations(meta.reportedAt(template), spec, errors);
  validatePodSpec(spec, undefined, errors, use);
  validateAnnotationsMatchFields(meta, spec, false, errors);
  const ephemeral = spec.at('ephemeralContainers');
  if (!ephemeral.empty) errors.forbidden(ephemeral, 'ephemeral containers not allowed in pod template');
}

/** Only pods that run forever: the requirement of controllers other than Jobs on their template. */
export function validateLongRunning(template: Value, controller: string, errors: ErrorList): void {
  const spec = template.at('spec');
  const [restartPolicy, deadline] = [spec.at('restartPolicy'), spec.at('activeDeadlineSeconds')];
  if (restartPolicy.or('Always') !== 'Always') errors.unsupported(restartPolicy, ['Always']);
  if (deadline.present) errors.forbidden(deadline, `activeDeadlineSeconds in ${controller} is not Supported`);
}
