import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabels } from '../meta/labels.ts';
import { type NameRule, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateLongRunning, validatePodTemplateSpec } from '../pod/podTemplate.ts';

/** ReplicationControllers. */
export const replicationControllerRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'ReplicationController',
    rule: validateReplicationController,
    source: 'pkg/apis/core/validation/validation.go, ValidateReplicationController',
  },
];

/** Only the name that results is validated, not the prefix that it is generated from: `ValidateObjectMetaWithOpts`. */
const nameItself: NameRule = (name, prefix) => (prefix ? [] : subdomainName(name, false));

function validateReplicationController(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const [selector, template] = [spec.at('selector'), spec.at('template')];
  const rule = errors.has('controller-generated-name-only') ? nameItself : subdomainName;
  validateObjectMeta(object.at('metadata'), kind, rule, errors);
  errors.nonNegative(spec.at('minReadySeconds'));
  errors.nonNegative(spec.at('replicas'));
  const labels = template.at('metadata').at('labels');
  // The template's labels become the controller's own where it has none.
  const ownLabels = object.at('metadata').at('labels');
  if (ownLabels.empty) validateLabels(labels.reportedAt(ownLabels), errors);
  // An absent selector becomes the template's labels.
  if (selector.empty && labels.empty) errors.required(selector);
  if (!template.present) {
    errors.required(template);
    return;
  }
  const actual = labels.strings;
  if ([...selector.strings].some(([key, value]) => actual.get(key) !== value)) {
    errors.invalid(labels, '`selector` does not match template `labels`');
  }
  validatePodTemplateSpec(template, errors);
  validateLongRunning(template, 'ReplicationController', errors);
}
