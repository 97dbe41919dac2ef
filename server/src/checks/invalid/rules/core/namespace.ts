import { labelValue, qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { labelName, validateKubernetesFinalizer, validateObjectMeta } from '../meta/objectMeta.ts';

/** The name, labels and finalizers of a Namespace. */
export const namespaceRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'Namespace',
    rule: validateNamespace,
    source: 'pkg/apis/core/validation/validation.go, ValidateNamespace',
  },
];

function validateNamespace(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const meta = object.at('metadata');
  validateObjectMeta(meta, kind, labelName, errors);
  // The name becomes a label and replaces a written one.
  const name = meta.at('name');
  if (!name.empty) errors.invalid(name.reportedAt(meta.at('labels')), labelValue(name.text), name.text);
  const finalizers = object.at('spec').at('finalizers');
  for (const finalizer of finalizers.items) {
    errors.invalid(finalizer.reportedAt(finalizers), qualifiedName(finalizer.text), finalizer.text);
    validateKubernetesFinalizer(finalizer, finalizers, errors);
  }
}
