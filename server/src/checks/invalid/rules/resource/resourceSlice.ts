import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelName } from '../meta/labels.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateNodeSelector } from '../pod/nodeSelector.ts';
import { validateCsiDriverName } from '../pod/volumeSources.ts';
import { hasOwnRules } from './alpha.ts';
import { isFullyQualifiedName, validateFullyQualifiedName, validatePoolName, validateQualifiedName } from './names.ts';
import { validateRequestPolicy } from './requestPolicy.ts';
import { isTooLong, validateTaint } from './selectors.ts';

/** The devices that drivers publish for nodes. The total use of a counter by all devices is not checked. */
export const resourceSliceRules: readonly KindRule[] = [
  {
    group: 'resource.k8s.io',
    kind: 'ResourceSlice',
    rule: validateResourceSlice,
    source: 'pkg/apis/resource/validation/validation.go, ValidateResourceSlice',
  },
];

const deviceLimit = 128;
const advancedDeviceLimit = 64;
const taintLimit = 16;
const conditionLimit = 4;
const counterSetLimit = 8;
const consumptionLimit = 2;
const groupLimit = 2;
const valueLimit = 64;
const semanticVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;

function validateResourceSlice(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (hasOwnRules(kind, errors)) return;
  const spec = object.at('spec');
  validateCsiDriverName(spec.at('driver'), errors);
  validatePool(spec.at('pool'), errors);
  const fields = ['`nodeName`', '`nodeSelector`', '`allNodes`', '`perDeviceNodeSelection`'].join(', ');
  const devices = spec.at('devices');
  // The first beta had most fields of a device one level deeper, and could not distinguish an empty name or `false`
  // from absence.
  const isOldShape = spec.knowsInItems('devices', 'basic');
  const emptyName = 'must be either unset or set to a non-empty string';
  const count = validateNodes(spec, isOldShape ? undefined : emptyName, true, errors);
  const perDevice = spec.at('perDeviceNodeSelection');
  onlyTrue(perDevice, errors);
  const all = count + (perDevice.isTrue ? 1 : 0);
  if (all === 0) errors.required(spec, `exactly one of ${fields} is required`);
  if (all > 1) errors.invalid(spec, `exactly one of ${fields} is required, but multiple fields are set`, '');
  validateSharedCounters(spec, errors);
  validatePartitionType(spec, errors);
  validateSkippedOperations(spec.at('skipNodeOperations'), errors);
  const isLimited = errors.has('device-limit-by-features') && devices.items.some(isAdvanced);
  if (isTooLong(devices, isLimited ? advancedDeviceLimit : deviceLimit, errors)) return;
  const seen = new Set<string>();
  for (const device of devices.items) {
    validateDevice(device, perDevice.isTrue, errors);
    const name = device.at('name');
    if (seen.has(name.text)) {
      errors.duplicate(errors.has('device-duplicates-at-item') ? device : name, name.text);
    }
    seen.add(name.text);
  }
}

const lists = ['bools', 'ints', 'strings', 'versions'];

/**
 * Whether a device uses features with lower limits: `haveDeviceTaints`, `haveConsumesCounters`, `haveListAttributes`.
 */
function isAdvanced(device: Value): boolean {
  const value = partsOf(device);
  if (!value.at('taints').empty || !value.at('consumesCounters').empty) return true;
  return [...value.at('attributes').entries.values()].some((attribute) => lists.some((list) => attribute.has(list)));
}

/** The fields of a device besides its name: the first beta had them one level deeper. */
function partsOf(device: Value): Value {
  return device.has('basic') ? device.at('basic') : device;
}

/** The attribute with the type of a partition: `validatePartitionTypeAttribute`. */
function validatePartitionType(spec: Value, errors: ErrorList): void {
  const name = spec.at('partitionTypeAttribute');
  if (!name.present) return;
  validateFullyQualifiedName(name, errors, true);
  const partitions = spec.at('devices').items.filter((device) => !partsOf(device).at('consumesCounters').empty);
  if (partitions.length === 0) {
    errors.invalid(name, 'may only be set on a slice which declares devices that consume counters');
    return;
  }
  if (!isFullyQualifiedName(name.text)) return;
  const driver = `${spec.at('driver').text}/`;
  const ownName = name.text.startsWith(driver) ? name.text.slice(driver.length) : name.text;
  for (const device of partitions) {
    const attributes = partsOf(device).reportedAt(device).at('attributes');
    const attribute = [name.text, ownName]
      .map((key) => attributes.entries.get(key))
      .find((entry) => entry !== undefined);
    const place = attributes.entry(name.text);
    if (attribute === undefined) errors.required(place, missingPartitionType);
    else if (!attribute.at('string').present) errors.invalid(attribute.reportedAt(place), otherPartitionType, '');
  }
}

const missingPartitionType =
  'device consumes counters and `partitionTypeAttribute` names this attribute, so it must be set';
const otherPartitionType = 'must be a string value because `partitionTypeAttribute` names this attribute';

/** The operations of a node that are skipped: `validateSkipNodeOperations`. */
function validateSkippedOperations(operations: Value, errors: ErrorList): void {
  const names = new Set(operations.texts);
  if (names.has(prepare) && !names.has(unprepare) && !names.has(everyOperation)) {
    errors.invalid(operations, 'NodePrepareResources cannot be skipped unless NodeUnprepareResources is also skipped');
  }
  uniqueTexts(operations, errors);
  for (const operation of operations.items) errors.oneOf(operation, [everyOperation, prepare, unprepare]);
}

const everyOperation = '*';
const prepare = 'NodePrepareResources';
const unprepare = 'NodeUnprepareResources';

function uniqueTexts(list: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    if (seen.has(item.text)) errors.duplicate(item);
    seen.add(item.text);
  }
}

function validateSharedCounters(spec: Value, errors: ErrorList): void {
  const shared = spec.at('sharedCounters');
  if (errors.has('either-counters-or-devices') && shared.present && spec.has('devices')) {
    errors.invalid(spec, 'only one of `sharedCounters` or `devices` is allowed', '');
  }
  if (isTooLongDeclared(shared, counterSetLimit, 'name', errors)) return;
  for (const set of shared.items) validateCounterSet(set, errors);
}

/** A list's limit and unique keys under declarative validation. */
function isTooLongDeclared(list: Value, limit: number, key: string, errors: ErrorList): boolean {
  if (!errors.gate('DeclarativeValidationBeta')) return false;
  if (isTooLong(list, limit, errors)) return true;
  const seen = new Set<string>();
  for (const item of list.items) {
    if (seen.has(item.at(key).text)) errors.duplicate(item);
    seen.add(item.at(key).text);
  }
  return false;
}

function validateCounterSet(set: Value, errors: ErrorList): void {
  const [name, counters] = [set.at('name'), set.at('counters')];
  if (name.empty) errors.required(name);
  else errors.format(name, dnsLabel);
  validateCounters(counters, errors);
}

function validateCounters(counters: Value, errors: ErrorList): void {
  if (counters.empty) errors.required(counters);
  const atKey = !errors.has('map-keys-at-map');
  for (const [key, counter] of counters.entries) {
    errors.invalid(atKey ? counter : counter.reportedAt(counters), dnsLabel(key), key);
  }
}

function validatePool(pool: Value, errors: ErrorList): void {
  validatePoolName(pool.at('name'), errors);
  const count = pool.at('resourceSliceCount');
  if ((count.number ?? 0) <= 0) errors.invalid(count, 'must be greater than zero');
  errors.nonNegative(pool.at('generation'));
}

/**
 * The node selection of a slice or device: returns how many alternatives are set. Without `emptyName`, empty counts as
 * absent.
 */
function validateNodes(owner: Value, emptyName: string | undefined, single: boolean, errors: ErrorList): number {
  const [name, selector, all] = [owner.at('nodeName'), owner.at('nodeSelector'), owner.at('allNodes')];
  if (!name.empty) errors.format(name, dnsSubdomain);
  else if (name.present && emptyName !== undefined) errors.invalid(name, emptyName);
  if (selector.present) {
    validateNodeSelector(selector, errors, true);
    const terms = selector.at('nodeSelectorTerms');
    if (single && terms.length !== 1) errors.invalid(terms, 'must have exactly one node selector term', '');
  }
  if (emptyName !== undefined) onlyTrue(all, errors);
  return [!name.empty, selector.present, all.isTrue].filter(Boolean).length;
}

function onlyTrue(value: Value, errors: ErrorList): void {
  if (value.present && !value.isTrue) errors.invalid(value, 'must be either unset or set to true');
}

function validateDevice(device: Value, perDevice: boolean, errors: ErrorList): void {
  const name = device.at('name');
  errors.invalid(name, dnsLabel(name.text), name.text);
  const value = partsOf(device);
  const basic = value.reportedAt(device);
  // Errors of declarative validation use the paths of the version's own type.
  const declared = errors.gate('DeclarativeValidationBeta') ? value : basic;
  const atMap = errors.has('map-keys-at-map');
  for (const [key, attribute] of basic.at('attributes').entries) {
    validateQualifiedName(key, atMap ? attribute.reportedAt(basic.at('attributes')) : attribute, errors);
    validateAttribute(attribute, errors, declared.at('attributes').entry(key));
  }
  const multiple = basic.at('allowMultipleAllocations').isTrue;
  for (const [key, capacity] of basic.at('capacity').entries) {
    validateQualifiedName(key, atMap ? capacity.reportedAt(basic.at('capacity')) : capacity, errors);
    const policy = capacity.at('requestPolicy');
    if (!policy.present) continue;
    if (multiple) validateRequestPolicy(policy, capacity.at('value'), errors);
    else errors.forbidden(policy, 'allowMultipleAllocations must be true');
  }
  const taints = basic.at('taints');
  if (!isTooLong(taints, taintLimit, errors)) {
    const fields = declared.at('taints').items;
    for (const [index, taint] of taints.items.entries()) validateTaint(taint, errors, fields[index]);
  }
  const consumptions = declared.at('consumesCounters');
  if (!isTooLongDeclared(consumptions, consumptionLimit, 'counterSet', errors)) {
    for (const consumption of consumptions.items) validateConsumption(consumption, errors);
  }
  for (const consumption of value.at('consumesCounters').items) {
    validateGroups(consumption.at('compatibilityGroups'), errors);
  }
  const ways = '`nodeName`, `nodeSelector` and `allNodes`';
  if (perDevice) {
    const count = validateNodes(basic, 'must not be empty', false, errors);
    if (count === 0) errors.required(basic, `exactly one of ${ways} is required`);
    if (count > 1) errors.invalid(basic, `exactly one of ${ways} is required`, '');
  } else if (['nodeName', 'nodeSelector', 'allNodes'].some((field) => basic.has(field))) {
    errors.invalid(basic, `${ways} can only be set if \`perDeviceNodeSelection\` is set to true`, '');
  }
  validateBinding(basic, declared, errors);
}

function validateConsumption(consumption: Value, errors: ErrorList): void {
  const set = consumption.at('counterSet');
  if (set.empty) errors.required(set);
  else errors.format(set, dnsLabel);
  validateCounters(consumption.at('counters'), errors);
}

/** The names of groups whose devices can be used together. */
function validateGroups(groups: Value, errors: ErrorList): void {
  if (isTooLong(groups, groupLimit, errors)) return;
  uniqueTexts(groups, errors);
  for (const group of groups.items) errors.format(group, dnsLabel);
}

function validateAttribute(attribute: Value, errors: ErrorList, declared: Value): void {
  const [text, version] = [attribute.at('string'), attribute.at('version')];
  if (isLonger(text.text, valueLimit)) errors.tooLong(text, valueLimit);
  if (version.present) validateVersion(version, errors);
  for (const item of attribute.at('strings').items) {
    if (isLonger(item.text, valueLimit)) errors.tooLong(item, valueLimit);
  }
  for (const item of attribute.at('versions').items) validateVersion(item, errors);
  const scalars = ['bool', 'int', 'string', 'version'];
  for (const list of lists) {
    const value = attribute.at(list);
    if (value.present && value.empty) errors.invalid(value, 'must not be empty if specified');
  }
  if ([...scalars, ...lists].filter((field) => attribute.has(field)).length !== 1) {
    errors.invalid(declared, 'exactly one value must be specified');
  }
}

function validateVersion(version: Value, errors: ErrorList): void {
  if (!semanticVersion.test(version.text)) {
    errors.invalid(version, 'must be a string compatible with semver.org spec 2.0.0', version.text);
  }
  if (isLonger(version.text, valueLimit)) errors.tooLong(version, valueLimit);
}

function validateBinding(device: Value, declared: Value, errors: ErrorList): void {
  const [conditions, failures] = [device.at('bindingConditions'), device.at('bindingFailureConditions')];
  for (const [list, field] of [
    [conditions, declared.at('bindingConditions')],
    [failures, declared.at('bindingFailureConditions')],
  ] as const) {
    const seen = new Set<string>();
    const isLong = isTooLong(field, conditionLimit, errors);
    for (const condition of list.items) {
      if (!isLong) validateLabelName(condition, errors);
      if (seen.has(condition.text)) errors.duplicate(condition);
      seen.add(condition.text);
    }
  }
  for (const failure of failures.items) {
    if (conditions.texts.includes(failure.text)) {
      errors.invalid(failure, 'bindingFailureConditions must not overlap with bindingConditions');
    }
  }
  const why = 'are required to use';
  if (conditions.empty && !failures.empty) {
    errors.invalid(conditions, `bindingConditions ${why} bindingFailureConditions`, '');
  }
  if (failures.empty && !conditions.empty) {
    errors.invalid(failures, `bindingFailureConditions ${why} bindingConditions`, '');
  }
}
