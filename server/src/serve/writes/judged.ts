import { type AdmittedResource, admittedDraft } from '../../admitted/admittedDraft.ts';
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { isValueMap, plainValue, type ValueMap } from '../../conversion/value.ts';
import type { Finding } from '../../finding.ts';
import type { Verdict } from '../../judge/analysis.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { judgeResource } from '../../judge/judgeResource.ts';
import type { OldObject } from '../../update/oldObjects.ts';
import { badRequest, notImplemented, Refusal } from '../transport/answer.ts';
import { cannotBeHandled, type SentObject } from './sentObject.ts';

/** What the server does with unknown and duplicate fields. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** An accepted object, before the server adds its own metadata. */
export interface Accepted {
  readonly value: ValueMap;
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
  const [verdict] = judgeResource(sent.resource, sent.text, inputs, old);
  if (verdict === undefined) throw notImplemented('requests without a target');
  const { findings } = verdict;
  const warned = findings.filter(({ consequence }) => consequence === 'warning');
  // The handler warns of the version, everything else comes after validation.
  const early = warned.filter(({ code }) => code === 'deprecated-api').map(({ message }) => message);
  const name = sent.resource.name ?? '';
  const of = (...consequences: readonly Finding['consequence'][]) =>
    findings.filter(({ consequence }) => consequences.includes(consequence));
  const wrong = of('undecodable');
  if (wrong.length > 0) throw undecodable(wrong.map(({ message }) => message).join('; '), early);
  const strict = of('unknown-field', 'duplicate-field').map(
    ({ consequence, path }) => `${consequence === 'unknown-field' ? 'unknown' : 'duplicate'} field "${path}"`,
  );
  if (validation === 'Strict' && strict.length > 0) {
    throw undecodable(`strict decoding error: ${strict.join(', ')}`, early);
  }
  const decoded = validation === 'Warn' ? [...early, ...strict] : early;
  const answered = [
    ...decoded,
    ...warned.filter(({ code }) => code !== 'deprecated-api').map(({ message }) => message),
  ];
  const [notServed] = of('not-served');
  if (notServed !== undefined) throw new Refusal(404, 'NotFound', notServed.message, {}, decoded);
  const invalid = of('invalid');
  if (invalid.length > 0) throw invalidObject(invalid, served, name, decoded);
  const [forbidden] = of('forbidden');
  if (forbidden !== undefined) throw forbiddenObject(forbidden, served, name, answered);
  const { draft, resource } = admittedDraft(sent.resource, lenient(verdict));
  const value = draft === undefined ? plainValue(sent.resource.root) : dataOf(draft);
  return { value: isValueMap(value) ? value : {}, warnings: [...answered, ...unknownIn(resource)] };
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
  const causes = findings.map(({ path, message }) => {
    const prefix = `${path}: `;
    const text = path !== '' && message.startsWith(prefix) ? message.slice(prefix.length) : message;
    return { reason: reasonOf(text), message: text, field: path };
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
  return reasons.find(([start]) => message.startsWith(start))?.[1] ?? 'FieldValueInvalid';
}

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
