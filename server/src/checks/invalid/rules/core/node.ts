import { isLonger } from '../../../../formats/format.ts';
import { parseCidr } from '../../../../formats/ip.ts';
import { legacyCidr } from '../../../../formats/ipRules.ts';
import { labelValue, qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelName } from '../meta/labels.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { listInAnnotation } from '../pod/jsonAnnotations.ts';
import { validateAmount } from '../pod/quantities.ts';
import { validateTaintEffect } from '../pod/scheduling.ts';

/** Nodes. */
export const nodeRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'Node',
    rule: validateNode,
    source: 'pkg/apis/core/validation/validation.go, ValidateNode',
  },
];

const featureName = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const taintsAnnotation = 'scheduler.alpha.kubernetes.io/taints';
const longestFeature = 253;
const maxUnpreempted = 20;

function validateNode(node: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec, status] = [node.at('metadata'), node.at('spec'), node.at('status')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  const annotated = listInAnnotation(meta.at('annotations'), taintsAnnotation, ['key', 'value', 'effect'], [], errors);
  if (annotated !== undefined) validateTaints(annotated, errors);
  // The server reports taints under the metadata.
  validateTaints(spec.at('taints').reportedAt(meta.at('taints')), errors);
  const [capacity, allocatable] = [status.at('capacity'), status.at('allocatable')];
  // Allocatable defaults to capacity.
  const free = allocatable.present ? allocatable : capacity.reportedAt(allocatable);
  for (const list of [capacity, free]) {
    for (const [name, amount] of list.entries) validateAmount(name, amount, errors);
  }
  const swap = status.at('nodeInfo').at('swap').at('capacity');
  errors.positive(swap.reportedAt(meta.at('nodeSwapStatus').at('capacity')));
  validateFeatures(status.at('declaredFeatures'), errors);
  validatePodCidrs(spec, errors);
  validateUnpreempted(spec.at('podPreemptionPolicy').at('disableResizePreemption'), errors);
}

/** The resources for whose sake no resized pod preempts others. Source: the tags of `NodePodPreemptionPolicy`. */
function validateUnpreempted(resources: Value, errors: ErrorList): void {
  if (resources.length > maxUnpreempted) {
    errors.tooMany(resources, resources.length, maxUnpreempted);
    return;
  }
  const seen = new Set<string>();
  for (const resource of resources.items) {
    if (seen.has(resource.text)) errors.duplicate(resource);
    seen.add(resource.text);
    errors.invalid(resource, qualifiedName(resource.text), resource.text);
  }
}

function validateTaints(taints: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const taint of taints.items) {
    const [key, value, effect] = [taint.at('key'), taint.at('value'), taint.at('effect')];
    validateLabelName(key, errors);
    const wrong = labelValue(value.text);
    if (wrong.length > 0) errors.invalid(value, wrong.join(';'));
    validateTaintEffect(effect, errors);
    const identity = `${key.text}:${effect.text}`;
    if (seen.has(identity)) errors.duplicate(taint);
    seen.add(identity);
  }
}

function validateFeatures(features: Value, errors: ErrorList): void {
  let previous: string | undefined;
  for (const feature of features.items) {
    const { text } = feature;
    if (isLonger(text, longestFeature)) {
      errors.invalid(feature, `invalid feature name "${text}": must be no more than ${longestFeature} characters`);
    } else if (!featureName.test(text)) {
      errors.invalid(
        feature,
        `invalid feature name "${text}": must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`,
      );
    }
    if (previous === text) errors.duplicate(feature);
    else if (previous !== undefined && previous > text) errors.invalid(feature, 'list must be sorted alphabetically');
    previous = text;
  }
}

/** The single range wins over a list that begins with another one. */
function validatePodCidrs(spec: Value, errors: ErrorList): void {
  const [value, list] = [spec.at('podCIDR'), spec.at('podCIDRs')];
  const differs = !value.empty && list.items[0]?.text !== value.text;
  const ranges = differs ? [value.reportedAtItem(list, 0)] : list.items;
  for (const range of ranges) {
    errors.invalid(range, legacyCidr(range.text, errors.gate('StrictIPCIDRValidation')), range.text);
  }
  if (ranges.length < 2) return;
  const families = ranges.map((range) => parseCidr(range.text)?.address.family);
  if (ranges.length > 2 || families.includes(undefined) || new Set(families).size < 2) {
    errors.invalid(list, 'may specify no more than one CIDR for each IP family');
  }
  if (!errors.has('node-ranges-unique')) return;
  const seen = new Set<string>();
  for (const range of ranges) {
    if (seen.has(range.text)) errors.duplicate(range);
    seen.add(range.text);
  }
}
