import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateImageWhitespace } from './containers.ts';
import { validateAnnotationsMatchFields, validatePodAnnotations } from './podAnnotations.ts';
import { validatePodSpec } from './podSpec.ts';
import { validatePodTemplateSpec } from './podTemplate.ts';

/** Pods and their templates on their own. */
export const podRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'Pod',
    rule: validatePod,
    source: 'pkg/apis/core/validation/validation.go, ValidatePodCreate',
  },
  {
    group: '',
    kind: 'PodTemplate',
    rule: validatePodTemplate,
    source: 'pkg/apis/core/validation/validation.go, ValidatePodTemplate',
  },
];

function validatePod(pod: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec] = [pod.at('metadata'), pod.at('spec')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  validatePodAnnotations(meta, spec, errors);
  validatePodSpec(spec, { name: meta.at('name').text, labels: meta.at('labels').strings }, errors);
  for (const list of ['containers', 'initContainers']) {
    for (const container of spec.at(list).items) validateImageWhitespace(container, errors);
  }
  const ephemeral = spec.at('ephemeralContainers');
  if (!ephemeral.empty) errors.forbidden(ephemeral, 'cannot be set on create');
  const nodeName = spec.at('nodeName');
  if (!nodeName.empty && !spec.at('schedulingGates').empty) {
    errors.forbidden(nodeName, 'cannot be set until all schedulingGates have been cleared');
  }
  validateAnnotationsMatchFields(meta, spec, true, errors);
}

function validatePodTemplate(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validatePodTemplateSpec(object.at('template'), errors);
}
