import { dnsSubdomain } from '../../../../formats/dns.ts';
import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import {
  validateConstraints,
  validateDisruption,
  validateGroupClaims,
  validatePolicy,
  validatePriority,
  validateShortName,
  validateUniqueNames,
} from './groupParts.ts';

/** The pod group templates of a workload. */
export const workloadRules: readonly KindRule[] = [
  {
    group: 'scheduling.k8s.io',
    kind: 'Workload',
    rule: validateWorkload,
    source: 'pkg/apis/scheduling/validation/validation.go, ValidateWorkload',
  },
];

const templateLimit = 8;
const depthLimit = 4;
const groups = 'podGroupTemplates';
const composites = 'compositePodGroupTemplates';

function validateWorkload(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (!errors.has('pod-groups')) return;
  const spec = object.at('spec');
  validateController(spec.at('controllerRef'), errors);
  validateChoice(spec, errors);
  validateTemplates(spec.at(groups), validateGroup, errors);
  validateTemplates(spec.at(composites), validateComposite, errors);
  validateNamesOfLists(spec, new Set(spec.at(groups).items.map(nameOf)), errors);
  for (const template of spec.at(composites).items) {
    if (depthOf(template) >= depthLimit) errors.invalid(template, `maximum template hierarchy depth is ${depthLimit}`);
    validateChildren(template, errors);
  }
  const priorities = templatesBelow(spec).map(
    (template) => `${template.at('priorityClassName').text}/${template.at('priority').number}`,
  );
  if (new Set(priorities).size > 1) {
    errors.invalid(spec, 'all priority and priorityClassName values must be identical, detected multiple values', '');
  }
}

function validateController(controller: Value, errors: ErrorList): void {
  if (!controller.present) return;
  const apiGroup = controller.at('apiGroup');
  if (!apiGroup.empty) errors.format(apiGroup, dnsSubdomain);
  for (const field of ['kind', 'name']) {
    const value = controller.at(field);
    if (value.empty) errors.required(value);
    else errors.format(value, pathSegment);
  }
}

/** Either kind of template, not both. Empty lists count as none. */
function validateChoice(spec: Value, errors: ErrorList): void {
  const count = [groups, composites].filter((field) => !spec.at(field).empty).length;
  const all = `\`${groups}\`, \`${composites}\``;
  if (count === 0) errors.invalid(spec, `must specify one of: ${all}`, '');
  if (count > 1) errors.invalid(spec, `must specify exactly one of: ${all}`, `{${groups}, ${composites}}`);
}

function validateTemplates(
  list: Value,
  validate: (template: Value, errors: ErrorList) => void,
  errors: ErrorList,
): void {
  if (list.length > templateLimit) {
    errors.tooMany(list, list.length, templateLimit);
    return;
  }
  validateUniqueNames(list, errors);
  for (const template of list.items) {
    validateShortName(template.at('name'), errors);
    validateConstraints(template.at('schedulingConstraints'), errors);
    validateDisruption(template.at('disruptionMode'), errors);
    validatePriority(template, errors);
    validate(template, errors);
  }
}

function validateGroup(template: Value, errors: ErrorList): void {
  validatePolicy(template.at('schedulingPolicy'), 'minCount', errors);
  validateGroupClaims(template.at('resourceClaims'), errors);
}

function validateComposite(template: Value, errors: ErrorList): void {
  validatePolicy(template.at('schedulingPolicy'), 'minGroupCount', errors);
  validateTemplates(template.at(groups), validateGroup, errors);
  validateTemplates(template.at(composites), validateComposite, errors);
}

/** Names across several lists: duplicates within one list are found there. */
function validateNamesOfLists(owner: Value, names: Set<string>, errors: ErrorList): void {
  addNames(owner.at(composites), names, errors);
  for (const template of owner.at(composites).items) {
    addNames(template.at(groups), names, errors);
    validateNamesOfLists(template, names, errors);
  }
}

function addNames(list: Value, names: Set<string>, errors: ErrorList): void {
  for (const template of list.items) {
    if (names.has(nameOf(template))) errors.duplicate(template.at('name'));
  }
  for (const template of list.items) names.add(nameOf(template));
}

function nameOf(template: Value): string {
  return template.at('name').text;
}

/** The nesting depth of composite templates, including this one. */
function depthOf(template: Value): number {
  return 1 + Math.max(0, ...template.at(composites).items.map(depthOf));
}

function validateChildren(template: Value, errors: ErrorList): void {
  if (template.at(groups).empty && template.at(composites).empty) {
    errors.invalid(template, 'must have at least one child PodGroupTemplate or CompositePodGroupTemplate');
  }
  for (const child of template.at(composites).items) validateChildren(child, errors);
}

function templatesBelow(owner: Value): readonly Value[] {
  const below = owner.at(composites).items;
  return [...owner.at(groups).items, ...below, ...below.flatMap(templatesBelow)];
}
