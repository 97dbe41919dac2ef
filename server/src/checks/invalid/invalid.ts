import type { FieldType } from '../../catalog/types.ts';
import { decodeObject } from '../../crd/decodeObject.ts';
import { type InstalledVersion, installedVersion } from '../../crd/installed.ts';
import { objectMeta } from '../../crd/resourceType.ts';
import type { JsonMap } from '../../crd/schema/json.ts';
import type { Finding } from '../../finding.ts';
import { spanWithin } from '../../manifest/scalarSpan.ts';
import type { Check, CheckCode, FieldJudge, Subject } from '../check.ts';
import { droppedFieldsOf, mayBeDropped } from '../fieldGates.ts';
import { Value } from '../value.ts';
import { ErrorList, type ErrorType, type FieldError } from './errorList.ts';
import { ruleFor } from './registry.ts';
import { rewriteFixes } from './rewrite.ts';
import { customResourceSource, validateCustomResource } from './rules/customResource.ts';

const missing: CheckCode = {
  code: 'missing-field',
  consequences: ['invalid', 'undecodable', 'release-dependent', 'advice'],
  title: 'A required field is missing',
};
const codes: Readonly<Record<ErrorType, CheckCode>> = {
  Required: missing,
  BadRequest: missing,
  Invalid: code('invalid-value', 'A value is invalid'),
  NotSupported: code('unsupported-value', 'A value is not one of the supported values'),
  Duplicate: code('duplicate-value', 'A value that must be unique occurs twice'),
  Forbidden: code('forbidden-field', 'A field must not be set here'),
  TooLong: code('too-long', 'A value is too long'),
  TooMany: code('too-many', 'A list has too many items'),
  TooFew: code('too-few', 'A list has too few items'),
  NotFound: code('dangling-name', 'A name refers to nothing in the object'),
};

/**
 * What validation would refuse on create with 422 Invalid. Validation runs only on decodable objects, so objects with
 * decode errors and of unserved kinds are left to other checks.
 */
export const invalid: Check = {
  codes: [...new Set(Object.values(codes))],
  // Decoding collects the fields that validation does not see, so that rules need not check every field.
  field: (field, surface) => (mayBeDropped(field, surface) ? passedOver : undefined),
  resource: (subject, emit) => {
    const { availability, surface, decoded, resource } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    const { group, version, kind, namespaced } = availability.resource;
    const installed = installedVersion(availability.resource);
    const found = installed === undefined ? ruleFor(group, kind) : undefined;
    const type = surface.rootType(availability.resource);
    if (type === undefined) return;
    const errors = new ErrorList(surface);
    const rootAs = (fieldType: FieldType | undefined): Value =>
      new Value(resource.root, undefined, resource.kindSpan, fieldType, droppedFieldsOf(subject, decoded));
    if (installed !== undefined && subject.custom !== undefined) {
      validateCustomResource(rootAs(undefined), subject.custom, installed, errors, oldCustom(subject, installed));
    } else found?.rule(rootAs({ kind: 'object', type }), errors, { version, namespaced });
    const source = installed === undefined ? found?.source : customResourceSource;
    const emitted = new Set<ErrorType>();
    for (const error of errors.errors) {
      const reported = finding(error, subject, source ?? '');
      const more = emitted.has(error.type) ? 0 : errors.moreOf(error.type);
      emitted.add(error.type);
      emit(more > 0 ? { ...reported, more } : reported);
    }
  },
};

const nothingWanted = { field: () => false, object: () => false };

/** The stored custom resource as rules see it; undefined for a create, and in another version. */
function oldCustom({ stored, resource, surface }: Subject, installed: InstalledVersion): JsonMap | undefined {
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (stored === undefined || metadata === undefined) return undefined;
  const { root, apiVersion, partial } = stored.resource;
  if (partial !== undefined || apiVersion !== resource.apiVersion) return undefined;
  return decodeObject(root, installed, metadata, nothingWanted).object;
}

const passedOver: FieldJudge = () => {};

function code(name: string, title: string): CheckCode {
  return { code: name, consequences: ['invalid', 'release-dependent', 'advice'], title };
}

function finding(error: FieldError, subject: Subject, source: string): Finding {
  const { resource, text } = subject;
  const { rewrite } = error;
  const [consequence, refuses] =
    error.type === 'BadRequest'
      ? (['undecodable', `The server refuses a ${resource.kind} without it with 400 Bad Request.`] as const)
      : (['invalid', `Validation of ${resource.kind} refuses a create with 422 Invalid.`] as const);
  return {
    code: codes[error.type].code,
    consequence,
    path: error.path,
    span: error.within === undefined ? error.span : spanWithin(text, error.within.node, error.within.offset),
    message: error.path === '' ? error.message : `${error.path}: ${error.message}`,
    why: refuses,
    remedy: remedy(error),
    source: source.startsWith('k8s.io/') ? source : `k8s.io/kubernetes ${source}`,
    fixes: () => (rewrite === undefined ? [] : rewriteFixes(rewrite, subject)),
    ...(error.isLasting === true ? { isLasting: true } : {}),
  };
}

function remedy({ type, path: fieldPath, allowed }: FieldError): string {
  // Errors about the whole object have no path.
  const path = fieldPath === '' ? 'the object' : fieldPath;
  switch (type) {
    case 'Required':
    case 'BadRequest':
      return `Set ${path}.`;
    case 'NotSupported':
      return allowed.length === 0 ? `Remove ${path}.` : `Use one of: ${allowed.join(', ')}.`;
    case 'Duplicate':
      return `Remove or rename one of the equal values.`;
    case 'Forbidden':
      return `Remove ${path}.`;
    case 'TooLong':
      return `Shorten ${path}.`;
    case 'TooMany':
      return `Remove items of ${path}.`;
    case 'TooFew':
      return `Add items to ${path}.`;
    case 'NotFound':
      return `Define what ${path} names, or name something that the object defines.`;
    case 'Invalid':
      return `Change ${path} to a value that follows the rule.`;
  }
}
