import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateMandatoryPriorityLevel } from './mandatory.ts';

/** Priority levels of priority and fairness. */
export const priorityLevelRules: readonly KindRule[] = [
  {
    group: 'flowcontrol.apiserver.k8s.io',
    kind: 'PriorityLevelConfiguration',
    rule: validatePriorityLevel,
    source: 'pkg/apis/flowcontrol/validation/validation.go, ValidatePriorityLevelConfiguration',
  },
];

const exempt = 'exempt';
const maxQueues = 10_000_000;
const entropyLimit = 60;
const queuingDefaults = { queues: 64, handSize: 8, queueLengthLimit: 50 } as const;

function validatePriorityLevel(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec] = [object.at('metadata'), object.at('spec')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  const type = spec.at('type');
  if ((meta.at('name').text === exempt) !== (type.text === 'Exempt')) {
    errors.invalid(type, "must be 'Exempt' if and only if `name` is 'exempt'");
  }
  const [limited, exempted] = [spec.at('limited'), spec.at(exempt)];
  switch (type.text) {
    case 'Exempt':
      if (limited.present) {
        errors.forbidden(limited, 'must be nil if the type is not Limited');
        validateUnusedResponse(limited.at('limitResponse'), errors);
      }
      errors.nonNegative(exempted.at('nominalConcurrencyShares'));
      errors.range(exempted.at('lendablePercent'), 0, 100);
      break;
    case 'Limited':
      if (exempted.present) errors.forbidden(exempted, 'must be nil if the type is Limited');
      if (limited.present) validateLimited(limited, errors);
      else errors.required(limited, 'must not be empty when type is Limited');
      break;
    default:
      enumerated(type, ['Exempt', 'Limited'], errors);
      forbidOfUnknownType([limited, exempted], errors);
      if (limited.present) validateUnusedResponse(limited.at('limitResponse'), errors);
  }
  validateMandatoryPriorityLevel(object, errors);
}

function validateLimited(limited: Value, errors: ErrorList): void {
  errors.nonNegative(limited.at('nominalConcurrencyShares'));
  errors.nonNegative(limited.at('assuredConcurrencyShares'));
  const response = limited.at('limitResponse');
  const [type, queuing] = [response.at('type'), response.at('queuing')];
  switch (type.text) {
    case 'Reject':
      if (queuing.present) errors.forbidden(queuing, 'must be nil if limited.limitResponse.type is not Limited');
      break;
    case 'Queue':
      if (queuing.present) validateQueuing(queuing, errors);
      else errors.required(queuing, 'must not be empty if limited.limitResponse.type is Limited');
      break;
    default:
      enumerated(type, ['Queue', 'Reject'], errors);
      forbidOfUnknownType([queuing], errors);
  }
  errors.range(limited.at('lendablePercent'), 0, 100);
  errors.nonNegative(limited.at('borrowingLimitPercent'));
}

/** Declarative validation of the response of a level that must not have one. */
function validateUnusedResponse(response: Value, errors: ErrorList): void {
  if (!isDeclared(errors)) return;
  const [type, queuing] = [response.at('type'), response.at('queuing')];
  if (type.empty) errors.required(type);
  if (type.text === 'Queue' && !queuing.present) errors.required(queuing);
  if (type.text !== 'Queue' && queuing.present) errors.forbidden(queuing, '');
}

function validateQueuing(queuing: Value, errors: ErrorList): void {
  const numberOf = (field: keyof typeof queuingDefaults): number => {
    const number = queuing.at(field).number ?? 0;
    return number === 0 ? queuingDefaults[field] : number;
  };
  const [queues, handSize] = [numberOf('queues'), numberOf('handSize')];
  const handField = queuing.at('handSize');
  if (numberOf('queueLengthLimit') <= 0) errors.invalid(queuing.at('queueLengthLimit'), 'must be positive');
  if (queues <= 0) errors.invalid(queuing.at('queues'), 'must be positive');
  else if (queues > maxQueues) errors.invalid(queuing.at('queues'), `must not be greater than ${maxQueues}`);
  if (handSize <= 0) errors.invalid(handField, 'must be positive');
  else if (handSize > queues) errors.invalid(handField, `should not be greater than queues (${queues})`);
  else if (Math.ceil(Math.log2(queues) * handSize) > entropyLimit) {
    errors.invalid(
      handField,
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${entropyLimit}`,
    );
  }
}

/** Whether declarative validation checks which fields a type has. */
function isDeclared(errors: ErrorList): boolean {
  return errors.has('priority-level-unions') && errors.gate('DeclarativeValidationBeta');
}

function enumerated(value: Value, allowed: readonly string[], errors: ErrorList): void {
  if (value.empty) errors.required(value);
  else errors.oneOf(value, allowed);
}

function forbidOfUnknownType(members: readonly Value[], errors: ErrorList): void {
  if (!isDeclared(errors)) return;
  for (const member of members) if (member.present) errors.forbidden(member, '');
}
