import { embeddedResources } from '../../../crd/embedded.ts';
import type { InstalledVersion } from '../../../crd/installed.ts';
import type { Json, JsonMap } from '../../../crd/schema/json.ts';
import { jsonText } from '../../../crd/schema/json.ts';
import { validateListTypes } from '../../../crd/schema/listTypes.ts';
import { goNumber } from '../../../crd/schema/numbers.ts';
import { schemaRules } from '../../../crd/schema/rules.ts';
import { validateAgainst } from '../../../crd/schema/validate.ts';
import { dns1035Label } from '../../../formats/dns.ts';
import { parseGroupVersion } from '../../../targets/groupVersion.ts';
import { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import { validateRules } from './brokenRules.ts';
import { pathSegmentName, subdomainName, validateMetadata } from './meta/objectMeta.ts';

/** Where these rules are from. */
export const customResourceSource =
  'k8s.io/apiextensions-apiserver pkg/registry/customresource/strategy.go, customResourceStrategy.Validate';

/**
 * The validation errors of a custom resource on create: metadata, schema, fields of the scale subresource, embedded
 * resources, lists of type set and map, and schema rules.
 *
 * @param root the written resource, for fields with Go types.
 * @param object the decoded resource: pruned and defaulted.
 * @param old the stored resource, likewise; undefined for a create.
 */
export function validateCustomResource(
  root: Value,
  object: JsonMap,
  { definition, version }: InstalledVersion,
  errors: ErrorList,
  old?: JsonMap,
): void {
  validateMetadata(
    root.at('metadata'),
    { version: version.name, namespaced: definition.namespaced },
    // Each aggregated server has its own rules: a name is at least a path segment.
    definition.aggregated === true ? pathSegmentName : subdomainName,
    errors,
  );
  const refused = validateAgainst(version.schema, object, undefined, schemaRules(errors.surface.versions));
  for (const error of refused) errors.take(error);
  if (version.scale !== undefined) {
    validateReplicas(version.scale.specReplicas, object, errors);
    validateReplicas(version.scale.statusReplicas, object, errors);
    validateSelector(version.scale.labelSelector, object, errors);
  }
  if (root.node?.kind === 'map') {
    for (const { node, path, key } of embeddedResources(root.node, version.schema)) {
      const embedded = new Value(node, path, key, undefined, () => false);
      errors.lasting(() => validateEmbedded(embedded, errors));
    }
  }
  for (const error of validateListTypes(version.schema, object)) errors.take(error);
  validateRules(version.schema, object, [...errors.errors, ...refused], errors, old);
}

const largestReplicas = 2 ** 31 - 1;

/** The value at a simple JSON path, and the first parent that is not an object, if any. */
function valueAt(jsonPath: string, object: JsonMap): { readonly value: Json | undefined; readonly stuckAt?: Json } {
  let value: Json | undefined = object;
  for (const step of jsonPath.replace(/^\./, '').split('.')) {
    if (value === undefined || (value.kind === 'scalar' && value.value === null)) return { value: undefined };
    if (value.kind !== 'map') return { value: undefined, stuckAt: value };
    value = value.entries.get(step);
  }
  return { value };
}

/** `ValidateScaleSpec` and `ValidateScaleStatus`. */
function validateReplicas(jsonPath: string, object: JsonMap, errors: ErrorList): void {
  const { value, stuckAt } = valueAt(jsonPath, object);
  const path = jsonPath.replace(/^\./, '');
  const refuse = (at: Json, shown: string, why: string): void =>
    errors.take({ type: 'Invalid', path, key: at.span, message: `Invalid value: ${shown}: ${why}`, allowed: [] });
  if (stuckAt !== undefined) {
    refuse(stuckAt, '0', `${jsonPath} accessor error: ${jsonText(stuckAt)} is not an object`);
    return;
  }
  if (value === undefined) return;
  const number = value.kind === 'scalar' ? value.value : undefined;
  if (number === undefined || goNumber(number) !== 'int64') {
    refuse(value, '0', `${jsonPath} accessor error: ${jsonText(value)} is not an integer`);
  } else if (Number(number) < 0) refuse(value, String(number), 'should be a non-negative integer');
  else if (Number(number) > largestReplicas) {
    refuse(value, String(number), `should be less than or equal to ${largestReplicas}`);
  }
}

function validateSelector(jsonPath: string, object: JsonMap, errors: ErrorList): void {
  if (jsonPath === '') return;
  const { value, stuckAt } = valueAt(jsonPath, object);
  const wrong = stuckAt ?? (value?.kind === 'scalar' && typeof value.value === 'string' ? undefined : value);
  if (wrong === undefined) return;
  const message = `Invalid value: "": ${jsonPath} accessor error: ${jsonText(wrong)} is not a string`;
  errors.take({ type: 'Invalid', path: jsonPath.replace(/^\./, ''), key: wrong.span, message, allowed: [] });
}

/** A resource within a resource or in a default: `validateEmbeddedResource` of schema/objectmeta. */
export function validateEmbedded(resource: Value, errors: ErrorList): void {
  const [apiVersion, kind, metadata] = [resource.at('apiVersion'), resource.at('kind'), resource.at('metadata')];
  if (!apiVersion.present) errors.required(apiVersion);
  else if (apiVersion.text === '') errors.invalid(apiVersion, 'must not be empty');
  else if (parseGroupVersion(apiVersion.text) === undefined) {
    errors.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion.text}`);
  }
  if (!kind.present) errors.required(kind);
  else if (kind.text === '') errors.invalid(kind, 'must not be empty');
  else {
    const problems = dns1035Label(kind.text.toLowerCase());
    const why = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
    if (problems.length > 0) errors.invalid(kind, why);
  }
  if (!metadata.present) return;
  const namespaced = !metadata.at('namespace').empty;
  // A name is generated if absent, so that only its form is checked.
  const named = !metadata.at('name').empty || !metadata.at('generateName').empty;
  validateMetadata(metadata, { version: '', namespaced }, pathSegmentName, errors, !named);
}
