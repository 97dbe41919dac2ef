import { areLonger } from '../../../../formats/format.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelName } from '../meta/labels.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

const group = 'storage.k8s.io';
const file = 'pkg/apis/storage/validation/validation.go';

/** Classes of storage. */
export const storageClassRules: readonly KindRule[] = [
  { group, kind: 'StorageClass', rule: validateStorageClass, source: `${file}, ValidateStorageClass` },
  {
    group,
    kind: 'VolumeAttributesClass',
    rule: validateVolumeAttributesClass,
    source: `${file}, ValidateVolumeAttributesClass`,
  },
];

const maxParameters = 512;
const largestParameters = 256 * 1024;

function validateStorageClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateProvisioner(object.at('provisioner'), errors);
  validateParameters(object.at('parameters'), errors);
  const [reclaim, binding] = [object.at('reclaimPolicy'), object.at('volumeBindingMode')];
  if (!reclaim.empty) errors.oneOf(reclaim, ['Delete', 'Retain']);
  if (binding.present) errors.oneOf(binding, ['Immediate', 'WaitForFirstConsumer']);
  validateTopologies(object.at('allowedTopologies'), errors);
}

function validateVolumeAttributesClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateProvisioner(object.at('driverName'), errors);
  const parameters = object.at('parameters');
  validateParameters(parameters, errors);
  if (parameters.empty) errors.required(parameters, 'must contain at least one key/value pair');
}

function validateProvisioner(provisioner: Value, errors: ErrorList): void {
  if (provisioner.empty) errors.required(provisioner);
  else errors.invalid(provisioner, qualifiedName(provisioner.text.toLowerCase()));
}

function validateParameters(parameters: Value, errors: ErrorList): void {
  const all = parameters.strings;
  if (all.size > maxParameters) {
    errors.tooLong(parameters, maxParameters);
    return;
  }
  if (all.has('')) errors.invalid(parameters, 'field can not be empty.', '');
  if (areLonger([...all.keys(), ...all.values()], largestParameters)) errors.tooLong(parameters, largestParameters);
}

function validateTopologies(topologies: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const term of topologies.items) {
    const keys = new Set<string>();
    const shape: string[] = [];
    for (const requirement of term.at('matchLabelExpressions').items) {
      const [key, values] = [requirement.at('key'), requirement.at('values')];
      if (values.empty) errors.required(values);
      const taken = new Set<string>();
      for (const value of values.items) {
        if (taken.has(value.text)) errors.duplicate(value);
        taken.add(value.text);
      }
      validateLabelName(key, errors);
      if (keys.has(key.text)) errors.duplicate(key);
      keys.add(key.text);
      shape.push(JSON.stringify([key.text, [...taken].sort()]));
    }
    const identity = shape.sort().join();
    // A term without expressions equals the empty places that the server starts its comparison with.
    if (identity === '' || seen.has(identity)) errors.duplicate(term.at('matchLabelExpressions'), '');
    seen.add(identity);
  }
}
