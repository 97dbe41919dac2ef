import { type AdmittedResource, admittedDraft } from '../../admitted/admittedDraft.ts';
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { stepsIn } from '../../checks/completed/defaultsInto.ts';
import { removeAtSteps } from '../../checks/completed/fillIn.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { isValueMap, nodeOfValue, plainValue, type ValueMap } from '../../conversion/value.ts';
import type { Finding } from '../../finding.ts';
import type { Verdict } from '../../judge/analysis.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { judgeResource } from '../../judge/judgeResource.ts';
import { pathSteps } from '../../manifest/lookup.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import type { OldObject } from '../../update/oldObjects.ts';
import type { Writer } from '../../update/writer.ts';
import { badRequest, notImplemented, Refusal } from '../transport/answer.ts';
import { managedObject } from './managedObject.ts';
import { cannotBeHandled, type SentObject } from './sentObject.ts';

/** What the server does with unknown and duplicate fields. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** An accepted object, before the server adds its own metadata. */
export interface Accepted {
  readonly value: ValueMap;
  /**
   * The object when field managers see it: with defaults and the changes of admission plugins, before the server drops
   * what is off and adds what is its own (`PrepareForCreate` and `PrepareForUpdate` in k8s.io/kubernetes pkg/registry).
   */
  readonly managed: () => ValueMap;
  /** Those of the decoder, which come even where the object is not found. */
  readonly decoded: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Judges an object as a file's, and returns its stored form. Throws a Refusal with the Status of the server.
 *
 * @param old the object that it replaces; undefined for a create.
 * @param undecodable the refusal of an object that cannot be decoded; by default that of one in the body of the request.
 */
export function accepted(
  sent: SentObject,
  served: ServedResource,
  inputs: FileInputs,
  old: OldObject | undefined,
  validation: FieldValidation,
  undecodable: (why: string, warnings: readonly string[]) => Refusal = (why, warnings) =>
    badRequest(`${cannotBeHandled(served.kind, served)}: ${why}`, warnings),
): Accepted {
  const verdict = verdictOf(sent, inputs, old);
  const of = (consequence: Finding['consequence']) => findingsOf(verdict, consequence);
  // The handler warns of the version, everything else comes after validation.
  const early = of('warning')
    .filter(isOfVersion)
    .map(({ message }) => message);
  const wrong = of('undecodable');
  if (wrong.length > 0) throw undecodable(wrong.map(({ message }) => message).join('; '), early);
  const unknown = of('unknown-field');
  const repeated = repeatedKeys(of('duplicate-field'), sent.text);
  const unknownFields = unknown.map(({ path }) => `unknown field "${path}"`);
  const strict = [...repeated.errors, ...unknownFields];
  if (validation === 'Strict' && strict.length > 0) {
    throw undecodable(`strict decoding error: ${strict.join(', ')}`, early);
  }
  const decoded = validation === 'Warn' ? [...early, ...repeated.warnings, ...unknownFields] : early;
  if (unknown.length === 0) return admitted(sent, verdict, served, decoded);
  // The decoder has dropped unknown fields before anything compares the object.
  const known = withoutFields(sent, unknown);
  return admitted(known, verdictOf(known, inputs, old), served, decoded);
}

/** An object that is decoded. Throws the Refusal of validation or admission. */
function admitted(sent: SentObject, verdict: Verdict, served: ServedResource, decoded: readonly string[]): Accepted {
  const name = sent.resource.name ?? '';
  const invalid = findingsOf(verdict, 'invalid');
  if (invalid.length > 0) throw invalidObject(invalid, served, name, decoded);
  const others = findingsOf(verdict, 'warning').filter((finding) => !isOfVersion(finding));
  const answered = [...decoded, ...others.map(({ message }) => message)];
  const [forbidden] = findingsOf(verdict, 'forbidden');
  if (forbidden !== undefined) throw forbiddenObject(forbidden, served, name, answered);
  const { draft, resource } = admittedDraft(sent.resource, lenient(verdict));
  const stored = draft === undefined ? plainValue(sent.resource.root) : dataOf(draft);
  const value = isValueMap(stored) ? stored : {};
  return {
    value,
    managed: () => managedObject(sent.resource, verdict, served) ?? value,
    decoded,
    warnings: [...answered, ...unknownIn(resource)],
  };
}

function findingsOf({ findings }: Verdict, consequence: Finding['consequence']): readonly Finding[] {
  return findings.filter((finding) => finding.consequence === consequence);
}

function isOfVersion({ code }: Finding): boolean {
  return code === 'deprecated-api';
}

/** Not about the path, which is served, or the length, which the transport limits. */
function isOfRequest({ consequence, code }: Finding): boolean {
  return consequence !== 'not-served' && code !== 'too-large';
}

/**
 * The errors and warnings about repeated keys. The decoder of YAML, sigs.k8s.io/yaml, joins its errors. Source:
 * k8s.io/apimachinery pkg/runtime/serializer/json/json.go.
 */
function repeatedKeys(findings: readonly Finding[], text: string) {
  if (/^\s*[{[]/.test(text)) {
    const fields = findings.map(({ path }) => `duplicate field "${path}"`);
    return { errors: fields, warnings: fields };
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const warnings = findings.map(({ path, span }) => {
    const line = lineAt(span.start);
    const key = pathSteps(path).at(-1) ?? '';
    return `line ${line}: key ${JSON.stringify(key)} already set in map`;
  });
  const errors = warnings.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${warnings.join('\n  ')}`];
  return { errors, warnings };
}

/** The verdict without strictness: unknown fields are dropped, of duplicate ones the last counts. */
function lenient(verdict: Verdict): Verdict {
  const findings = verdict.findings
    .filter(({ consequence }) => consequence !== 'duplicate-field')
    .map(
      (finding): Finding =>
        finding.consequence === 'unknown-field' ? { ...finding, consequence: 'dropped' } : finding,
    );
  return { ...verdict, findings };
}

const unnamed = { by: undefined, manager: undefined, forces: undefined };

function verdictOf(sent: SentObject, inputs: FileInputs, old: OldObject | undefined): Verdict {
  // The request says how the object is written, not an annotation for another client.
  const writer: Writer = { operation: old === undefined ? 'create' : 'replace', ...unnamed };
  const [verdict] = judgeResource(sent.resource, sent.text, { ...inputs, writer }, old);
  if (verdict === undefined) throw notImplemented('requests without a target');
  return { ...verdict, findings: verdict.findings.filter(isOfRequest) };
}

/** The object without some fields. */
function withoutFields({ resource, text }: SentObject, findings: readonly Finding[]): SentObject {
  const draft = new DraftMap(resource.root);
  for (const { path } of findings) removeAtSteps(draft, stepsIn(resource.root, path));
  const root = nodeOfValue(dataOf(draft), resource.kindSpan);
  return root.kind === 'map' ? { resource: { ...resource, root }, text } : { resource, text };
}

/** Warnings about what only the cluster knows. */
function unknownIn({ isOpen, open, uncertain }: AdmittedResource): readonly string[] {
  if (isOpen === true) return ['kubecompat: the object is shown as sent, because its stored form is not known'];
  const listed = (paths: readonly string[], why: string) =>
    paths.length === 0 ? [] : [`kubecompat: ${paths.join(', ')} ${why}`];
  return [
    ...listed(open, 'depends on other objects of the cluster, and is left out'),
    ...listed(uncertain, 'has a default that is not known for certain'),
  ];
}

/** `Deployment.apps`. */
function qualifiedKind({ group, kind }: ServedResource): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** Source: k8s.io/apimachinery pkg/api/errors/errors.go, NewInvalid. */
function invalidObject(
  findings: readonly Finding[],
  served: ServedResource,
  name: string,
  warnings: readonly string[],
): Refusal {
  const causes = findings.map(({ path, message, cause }) => {
    const prefix = `${path}: `;
    const text = path !== '' && message.startsWith(prefix) ? message.slice(prefix.length) : message;
    return { reason: cause ?? reasonOf(text), message: text, field: path };
  });
  const messages = [...new Set(causes.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)))];
  const [only = ''] = messages;
  const errors = messages.length === 1 ? only : `[${messages.join(', ')}]`;
  const details = {
    ...(name === '' ? {} : { name }),
    ...(served.group === '' ? {} : { group: served.group }),
    kind: served.kind,
    causes,
  };
  return new Refusal(422, 'Invalid', `${qualifiedKind(served)} "${name}" is invalid: ${errors}`, details, warnings);
}

/** The cause types of field errors (k8s.io/apimachinery pkg/util/validation/field/errors.go), by how messages begin. */
const reasons = [
  ['Required value', 'FieldValueRequired'],
  ['Invalid value', 'FieldValueInvalid'],
  ['Unsupported value', 'FieldValueNotSupported'],
  ['Duplicate value', 'FieldValueDuplicate'],
  ['Forbidden', 'FieldValueForbidden'],
  ['Too long', 'FieldValueTooLong'],
  ['Too many', 'FieldValueTooMany'],
  ['Not found', 'FieldValueNotFound'],
  ['Internal error', 'InternalError'],
] as const;

function reasonOf(message: string): string {
  if (ofWrongType.test(message)) return 'FieldValueTypeInvalid';
  return reasons.find(([start]) => message.startsWith(start))?.[1] ?? 'FieldValueInvalid';
}

/** Source: k8s.io/kube-openapi pkg/validation/errors/schema.go, typeFail. */
const ofWrongType = /^Invalid value: .* in body must be of type /s;

/** Source: k8s.io/apimachinery pkg/api/errors/errors.go, NewForbidden. */
function forbiddenObject(
  { message }: Finding,
  served: ServedResource,
  name: string,
  warnings: readonly string[],
): Refusal {
  const { group, resource } = served;
  const what = `${groupResource(group, resource)} "${name}" is forbidden: ${message}`;
  const details = { name, ...(group === '' ? {} : { group }), kind: resource };
  return new Refusal(403, 'Forbidden', what, details, warnings);
}
