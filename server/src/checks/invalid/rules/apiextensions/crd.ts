import { dns1035Label, dnsSubdomain } from '../../../../formats/dns.ts';
import { parseUrl } from '../../../../formats/url.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { subdomainName, validateMetadata } from '../meta/objectMeta.ts';
import { validateConversion } from './conversion.ts';
import { validateDefaults } from './defaults.ts';
import { validateNames } from './names.ts';
import { validateOpenApi } from './openApi.ts';
import { isSameInAllVersions } from './sameInAllVersions.ts';
import { Schema, schemaHas } from './schema.ts';
import { structuralProblem, validateStructural } from './structural.ts';
import {
  validateColumns,
  validateDeprecationWarning,
  validateSelectableFields,
  validateSubresources,
} from './versionParts.ts';

/** CustomResourceDefinitions. */
export const customResourceDefinitionRules: readonly KindRule[] = [
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    rule: validateDefinition,
    source:
      'k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go, ValidateCustomResourceDefinition',
  },
];

const approval = 'api-approved.kubernetes.io';
const sharedFields = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;
type SharedField = (typeof sharedFields)[number];

function validateDefinition(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  // Betas had top-level schemas, other defaults and looser rules.
  if (!isStable(kind)) return;
  const spec = object.at('spec');
  const required = `${spec.at('names').at('plural').text}.${spec.at('group').text}`;
  const nameRule = (name: string, prefix: boolean): readonly string[] => [
    ...subdomainName(name, prefix),
    ...(name === required ? [] : ['must be spec.names.plural+"."+spec.group']),
  ];
  validateMetadata(object.at('metadata'), kind, nameRule, errors);
  validateSpec(spec, errors);
  validateStoredVersions(object, errors);
  validateApproval(object, errors);
}

function validateSpec(spec: Value, errors: ErrorList): void {
  const [group, scope, versions] = [spec.at('group'), spec.at('scope'), spec.at('versions')];
  if (group.empty) errors.required(group);
  else if (dnsSubdomain(group.text).length > 0) errors.invalid(group, dnsSubdomain(group.text).join(','));
  else if (!group.text.includes('.')) errors.invalid(group, 'should be a domain with at least one dot');
  if (scope.empty) errors.required(scope);
  else errors.oneOf(scope, ['Cluster', 'Namespaced']);

  const { items } = versions;
  for (const version of items) {
    const schema = version.at('schema').at('openAPIV3Schema');
    if (!schema.present) errors.required(schema);
  }
  validateVersionNames(spec, items, errors);
  const shared = new Set(sharedFields.filter((field) => items.length > 0 && isSameInAllVersions(items, field)));
  const statusOf = (version: Value | undefined): boolean => version?.at('subresources').has('status') === true;
  const schemas: Schema[] = [];
  for (const version of items) {
    validateDeprecationWarning(version, errors);
    const isPerVersion = (field: SharedField): boolean => !shared.has(field);
    if (isPerVersion('schema')) {
      schemas.push(...validateVersionSchema(version.at('schema'), statusOf(version), errors));
    }
    if (isPerVersion('subresources')) validateSubresources(version.at('subresources'), errors);
    if (isPerVersion('additionalPrinterColumns')) validateColumns(version.at('additionalPrinterColumns'), errors);
    const fields = version.at('selectableFields');
    if (isPerVersion('selectableFields') && !fields.empty) {
      const validation = version.at('schema');
      if (isPerVersion('schema') && validation.has('openAPIV3Schema')) {
        validateSelectableFields(fields, validation, validation.at('openAPIV3Schema'), errors);
      } else {
        errors.invalid(fields, 'may only be set when `version.schema.openAPIV3Schema` is not included', '');
      }
    }
  }
  const [first] = items;
  if (first !== undefined) {
    const anyStatus = items.some(statusOf);
    schemas.push(...validateSharedParts(spec, first, shared, anyStatus, errors));
  }
  validateNames(spec.at('names'), errors);
  validatePruning(spec, schemas, errors);
  validateConversion(spec.at('conversion'), errors);
}

/** Parts that all versions share: the server moves them to the spec and reports them there. */
function validateSharedParts(
  spec: Value,
  version: Value,
  shared: ReadonlySet<SharedField>,
  anyStatus: boolean,
  errors: ErrorList,
): readonly Schema[] {
  const validation = version.at('schema').reportedAt(spec.at('validation'));
  const schemas = shared.has('schema') ? validateVersionSchema(validation, anyStatus, errors) : [];
  const moved = (field: SharedField): Value => version.at(field).reportedAt(spec.at(field));
  if (shared.has('subresources')) validateSubresources(moved('subresources'), errors);
  if (shared.has('additionalPrinterColumns')) validateColumns(moved('additionalPrinterColumns'), errors);
  const fields = moved('selectableFields');
  if (!shared.has('selectableFields') || fields.empty) return schemas;
  if (shared.has('schema') && validation.present) {
    validateSelectableFields(fields, validation, spec.at('schema').at('openAPIV3Schema'), errors);
  } else errors.invalid(fields, 'may only be set when validations.schema is included', '');
  return schemas;
}

function validateVersionNames(spec: Value, versions: readonly Value[], errors: ErrorList): void {
  const names = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const name = version.at('name');
    const problem = dns1035Label(name.text).join(',');
    if (problem !== '') {
      errors.invalid(name, problem, name.text);
      // The internal type repeats the first version's name.
      if (index === 0 && !name.empty) errors.invalid(name.reportedAt(spec.at('version')), problem);
    }
    names.add(name.text);
  }
  if (names.size < versions.length) errors.invalid(spec.at('versions'), 'must contain unique version names');
  if (versions.filter((version) => version.at('storage').isTrue).length !== 1) {
    errors.invalid(spec.at('versions'), 'must have exactly one version marked as storage version');
  }
}

/** The stored versions that a create records must be valid: `ValidateCustomResourceDefinitionStoredVersions`. */
function validateStoredVersions(object: Value, errors: ErrorList): void {
  const field = object.at('status').at('storedVersions');
  const stored = object
    .at('spec')
    .at('versions')
    .items.filter((version) => version.at('storage').isTrue);
  const [first, ...others] = stored.map((version) => version.at('name').text);
  if (first === undefined) errors.invalid(field, 'must have at least one stored version');
  for (const other of others) errors.invalid(field, `must have the storage version ${other}`, first);
}

/** The rules of a schema, and the schema itself, if there is one: `validateCustomResourceDefinitionValidation`. */
function validateVersionSchema(validation: Value, status: boolean, errors: ErrorList): readonly Schema[] {
  const field = validation.at('openAPIV3Schema');
  if (!field.present) return [];
  const schema = Schema.at(field);
  const before = errors.count;
  if (status) validateStatusRoot(schema, errors);
  if (schema.has('nullable')) errors.forbidden(field.at('nullable'), 'nullable cannot be true at the root');
  const problem = structuralProblem(schema);
  const beforeStructural = errors.count;
  if (problem === undefined) {
    validateStructural(schema, errors);
    if (errors.count === beforeStructural) validateDefaults(schema, errors, true);
  }
  validateOpenApi(schema, problem === undefined && errors.count === beforeStructural, errors);
  if (problem !== undefined && errors.count === before) errors.invalid(field, problem, '');
  return [schema];
}

/** Keywords that a root schema may not have with a status subresource. */
const rootOutlaws = [
  'id',
  '$schema',
  '$ref',
  'nullable',
  'default',
  'enum',
  'maxProperties',
  'minProperties',
  'additionalItems',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'patternProperties',
  'dependencies',
  'definitions',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
];

function validateStatusRoot(schema: Schema, errors: ErrorList): void {
  const { value, type } = schema;
  const outlaw = rootOutlaws.find((name) => schema.has(name));
  const isBeforeType = outlaw === 'id' || outlaw === '$schema' || outlaw === '$ref';
  if (type !== '' && type !== 'object' && !isBeforeType) {
    errors.invalid(
      value.at('type'),
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
    );
  } else if (outlaw !== undefined) {
    errors.invalid(value, `${outlaw} is not allowed at the root of the schema if the status subresource is enabled`);
  }
}

function validatePruning(spec: Value, schemas: readonly Schema[], errors: ErrorList): void {
  const preserve = spec.at('preserveUnknownFields');
  if (!preserve.isTrue) return;
  if (schemas.some((schema) => schemaHas(schema, (each) => each.has('default')))) {
    errors.invalid(preserve, 'must be false in order to use defaults in the schema');
  }
  errors.invalid(
    preserve,
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
  );
  const strategy = spec.at('conversion').at('strategy');
  if (spec.has('conversion') && strategy.text !== 'None') {
    errors.invalid(strategy, 'must be None if spec.preserveUnknownFields is true');
  }
}

/** Groups of the community need an approval: `validateAPIApproval`. */
function validateApproval(object: Value, errors: ErrorList): void {
  const group = object.at('spec').at('group').text;
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return;
  const annotation = object.at('metadata').at('annotations').entry(approval);
  if (annotation.empty) {
    errors.required(annotation, `protected groups must have approval annotation "${approval}"`);
    return;
  }
  if (annotation.text.startsWith('unapproved')) return;
  const parsed = parseUrl(annotation.text);
  if (typeof parsed === 'string' || parsed.host === '' || parsed.scheme === '') {
    errors.invalid(
      annotation,
      `protected groups must have approval annotation "${approval}" with either a URL or a reason starting with "unapproved"`,
    );
  }
}
