import { dns1035Label, dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import type { Format } from '../../../../formats/format.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { pathSegment, pathSegmentPrefix } from '../../../../formats/names.ts';
import { parseGroupVersion } from '../../../../targets/groupVersion.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { ValidatedKind } from '../../rule.ts';
import { validateAnnotations, validateLabels } from './labels.ts';

// Source: k8s.io/apimachinery/pkg/api/validation/objectmeta.go, and pkg/apis/core/validation for the finalizers.

/** Checks a name; `prefix` if something will be appended to it: `ValidateNameFunc`. */
export type NameRule = (name: string, prefix: boolean) => readonly string[];

/** `NameIsDNSSubdomain`. */
export const subdomainName: NameRule = masked(dnsSubdomain);
/** `NameIsDNSLabel`. */
export const labelName: NameRule = masked(dnsLabel);
/** `NameIsDNS1035Label`. */
export const label1035Name: NameRule = masked(dns1035Label);
/** The minimum for every object name: a URL path segment. */
export const pathSegmentName: NameRule = (name, prefix) => (prefix ? pathSegmentPrefix(name) : pathSegment(name));

const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];
const generatedSuffix = 'xxxxx';
const longestGeneratedPrefix = 58;

/**
 * The metadata of an object of Kubernetes' own groups: core's `ValidateObjectMeta`. `namedByServer` for the kinds that
 * get a name where the manifest has none.
 */
export function validateObjectMeta(
  meta: Value,
  kind: ValidatedKind,
  name: NameRule,
  errors: ErrorList,
  namedByServer = false,
): void {
  validateMetadata(meta, kind, name, errors, namedByServer);
  for (const finalizer of meta.at('finalizers').items) validateKubernetesFinalizer(finalizer, finalizer, errors);
}

/** The metadata of an object of any group: apimachinery's `ValidateObjectMeta`. */
export function validateMetadata(
  meta: Value,
  kind: ValidatedKind,
  name: NameRule,
  errors: ErrorList,
  namedByServer = false,
): void {
  if (!namedByServer || !meta.at('name').empty || !meta.at('generateName').empty) validateName(meta, name, errors);
  // A namespace on a cluster-scoped object is cleared before validation.
  const namespace = meta.at('namespace');
  if (kind.namespaced && !namespace.empty) errors.invalid(namespace, labelName(namespace.text, false));
  validateLabels(meta.at('labels'), errors);
  validateAnnotations(meta.at('annotations'), errors);
  validateOwnerReferences(meta.at('ownerReferences'), errors);
  validateFinalizers(meta.at('finalizers'), errors);
}

/**
 * The metadata of kinds whose own validation skips it: the server checks it last, and only without other errors
 * (`ValidateCreate` in k8s.io/apiserver/pkg/registry/rest/create.go).
 */
export function validateAnyMetadata(meta: Value, kind: ValidatedKind, errors: ErrorList): void {
  if (errors.count === 0) validateMetadata(meta, kind, pathSegmentName, errors);
}

/** A finalizer without a domain must be one that Kubernetes itself knows: `validateKubeFinalizerName`. */
export function validateKubernetesFinalizer(finalizer: Value, field: Value, errors: ErrorList): void {
  if (!finalizer.text.includes('/') && !standardFinalizers.includes(finalizer.text)) {
    errors.invalid(
      finalizer.reportedAt(field),
      'name is neither a standard finalizer name nor is it fully qualified',
      finalizer.text,
    );
  }
}

/** The metadata of a template of claims, which may hold labels and annotations only: `ValidateTemplateObjectMeta`. */
export function validateTemplateMetadata(meta: Value, errors: ErrorList): void {
  validateAnnotations(meta.at('annotations'), errors);
  validateLabels(meta.at('labels'), errors);
  if (meta.node?.kind !== 'map') return;
  for (const { key } of meta.node.entries) {
    const value = meta.at(key);
    if (key !== 'annotations' && key !== 'labels' && value.present && !value.empty && value.number !== 0) {
      // The server derives the path from the name that the field has in Go.
      errors.forbidden(key === 'uid' ? value.reportedAt(meta.at('uID')) : value, 'cannot be set');
    }
  }
}

function validateName(meta: Value, rule: NameRule, errors: ErrorList): void {
  const name = meta.at('name');
  const generateName = meta.at('generateName');
  if (!generateName.empty) errors.invalid(generateName, rule(generateName.text, true));
  if (!name.empty) errors.invalid(name, rule(name.text, false));
  else if (generateName.empty) errors.required(name, 'name or generateName is required');
  else {
    const generated = generateName.text.slice(0, longestGeneratedPrefix) + generatedSuffix;
    errors.invalid(name, rule(generated, false), generated);
  }
}

function validateOwnerReferences(references: Value, errors: ErrorList): void {
  let controller: string | undefined;
  for (const [index, original] of distinct(references.items).entries()) {
    const item = original.reportedAtItem(references, index);
    // Older binaries name the list, not the item, and report missing values as invalid.
    const indexed = errors.has('owner-references-by-item');
    const reference = indexed ? item : item.reportedAt(references);
    const apiVersion = reference.at('apiVersion');
    const groupVersion = parseGroupVersion(apiVersion.text);
    if (indexed && apiVersion.empty) errors.required(apiVersion, 'must not be empty');
    else if (groupVersion === undefined || groupVersion.version === '') {
      const why = indexed ? 'must be <group>/<version> or <version>' : 'version must not be empty';
      errors.invalid(apiVersion, why, apiVersion.text);
    }
    for (const value of ['kind', 'name', 'uid'].map((field) => reference.at(field))) {
      if (!value.empty) continue;
      if (indexed) errors.required(value, 'must not be empty');
      else errors.invalid(value, 'must not be empty', '');
    }
    if (apiVersion.text === 'v1' && reference.at('kind').text === 'Event') {
      errors.invalid(reference, '/v1, Kind=Event is disallowed from being an owner');
    }
    if (!reference.at('controller').isTrue) continue;
    const owner = `${reference.at('kind').text}/${reference.at('name').text}`;
    if (controller === undefined) controller = owner;
    else {
      errors.invalid(
        references,
        `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${owner}`,
      );
    }
  }
}

/** Duplicate references are removed before validation: `dedupOwnerReferences`. */
function distinct(references: readonly Value[]): readonly Value[] {
  const byContent = new Map<string, Value>();
  for (const reference of references) {
    const texts = ['apiVersion', 'kind', 'name', 'uid'].map((field) => reference.at(field).text);
    const flags = ['controller', 'blockOwnerDeletion'].map((field) => reference.at(field).scalar);
    const content = JSON.stringify([...texts, ...flags]);
    if (!byContent.has(content)) byContent.set(content, reference);
  }
  return [...byContent.values()];
}

function validateFinalizers(finalizers: Value, errors: ErrorList): void {
  for (const finalizer of finalizers.items) {
    errors.invalid(finalizer.reportedAt(finalizers), qualifiedName(finalizer.text), finalizer.text);
  }
  const { texts } = finalizers;
  if (texts.includes('orphan') && texts.includes('foregroundDeletion')) {
    errors.invalid(finalizers, 'finalizer orphan and foregroundDeletion cannot be both set');
  }
}

/** A trailing dash of a prefix is allowed, since something follows it: `maskTrailingDash`. */
function masked(format: Format): NameRule {
  return (name, prefix) => format(prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);
}
