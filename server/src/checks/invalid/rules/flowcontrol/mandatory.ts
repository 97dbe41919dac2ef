import facts from '../../../../../data/authored/mandatory-flow-control.json' with { type: 'json' };
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/flowcontrol/validation/validation.go, ValidateFlowSchema, ValidateIfMandatoryPriorityLevelConfigurationObject.

type Spec = string | number | boolean | readonly Spec[] | { readonly [field: string]: Spec };

interface Mandatory {
  readonly spec: Spec;
  /** The field of the spec that is the administrator's. */
  readonly free?: string;
}

const flowSchemas: ReadonlyMap<string, Mandatory> = new Map(Object.entries(facts.FlowSchema));
const priorityLevels: ReadonlyMap<string, Mandatory> = new Map(Object.entries(facts.PriorityLevelConfiguration));

/** A flow schema that every server has must be as the server made it. */
export function validateMandatoryFlowSchema(object: Value, errors: ErrorList): void {
  validateMandatory(object, flowSchemas, errors);
}

/** A priority level that every server has must be as the server made it. */
export function validateMandatoryPriorityLevel(object: Value, errors: ErrorList): void {
  validateMandatory(object, priorityLevels, errors);
}

function validateMandatory(object: Value, all: ReadonlyMap<string, Mandatory>, errors: ErrorList): void {
  const [name, spec] = [object.at('metadata').at('name').text, object.at('spec')];
  const mandatory = all.get(name);
  if (mandatory === undefined || !errors.has('mandatory-flow-control')) return;
  const { free } = mandatory;
  if (isEqual(spec, mandatory.spec, free)) return;
  const except = free === undefined ? '' : ` except the 'spec.${free}' field`;
  errors.invalid(spec, `spec of '${name}'${except} must equal the fixed value`);
}

/** Whether a value, defaulted, is exactly this one: fields that are not named must be absent. */
function isEqual(value: Value, wanted: Spec, free?: string): boolean {
  if (typeof wanted !== 'object') {
    // Of the numbers that may be left out, all but 0 are filled in with another one than is wanted.
    return value.scalar === wanted || (wanted === 0 && !value.present);
  }
  if (isList(wanted)) {
    const { items } = value;
    return items.length === wanted.length && items.every((item, index) => isEqual(item, wanted[index] ?? ''));
  }
  const isMore = [...value.entries.keys()].some((field) => field !== free && !(field in wanted) && value.has(field));
  return !isMore && Object.entries(wanted).every(([field, spec]) => isEqual(value.at(field), spec));
}

function isList(spec: Spec): spec is readonly Spec[] {
  return Array.isArray(spec);
}
