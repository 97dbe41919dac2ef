import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { ApiType, FieldType, ScalarType } from '../../catalog/types.ts';
import { decode } from '../../decode/decode.ts';
import type { DecodeError, UnknownField } from '../../decode/decoded.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import type { Minor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { noOccurrences } from './admittedObjects.ts';
import { goPath, goTypeName } from './goNames.ts';

/**
 * Why the server cannot decode a patched built-in object, in the words of Go's JSON decoder; undefined if it can, or if
 * the words are uncertain. Source: k8s.io/apimachinery pkg/runtime/serializer/json, sigs.k8s.io/json.
 */
export function decodeProblem(root: MapNode, served: ServedResource, surface: ApiSurface): string | undefined {
  const type = surface.rootType(served);
  if (type === undefined) return undefined;
  const { errors, unknown } = decode(root, type, noOccurrences);
  const [error, ...otherErrors] = errors;
  if (error !== undefined) {
    return otherErrors.length === 0 ? typeError(error, type, surface.versions.binary) : undefined;
  }
  const [field, ...otherFields] = unknown;
  return field !== undefined && otherFields.length === 0 ? unknownField(field) : undefined;
}

function unknownField({ path }: UnknownField): string {
  return `strict decoding error: unknown field "${formatPath(path)}"`;
}

/** The error for a value that does not decode into a field of a binary's type; undefined if it is uncertain. */
export function typeError(error: DecodeError, root: ApiType, binary: Minor): string | undefined {
  const { node, field, type } = error;
  if (field === undefined || type === undefined) return undefined;
  const scalarError = type.kind === 'scalar' ? ownError(node, type.scalar) : undefined;
  if (scalarError !== undefined) return scalarError.error;
  const wanted = readAs(type) ?? goTypeName(field, type);
  const found = wanted && jsonKind(node, wanted);
  if (found === undefined) return undefined;
  const at = goPath(root, error.path, binary);
  return `json: cannot unmarshal ${found} into Go struct field ${shortName(field.owner)}.${at} of type ${wanted}`;
}

/** The error of a type that reads text by itself; undefined if Go's decoder refuses the value before. */
function ownError(node: Node, scalar: ScalarType): { readonly error: string | undefined } | undefined {
  if (scalar === 'quantity') return { error: quantityError(node) };
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  switch (scalar) {
    case 'bytes':
      return { error: base64Error(node.value) };
    case 'date-time':
    case 'micro-time':
    case 'duration':
      return { error: undefined };
    default:
      return undefined;
  }
}

/** Source: k8s.io/apimachinery pkg/api/resource/quantity.go, ErrFormatWrong. */
function quantityError(node: Node): string | undefined {
  const form = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';
  const isUnlike = node.kind !== 'scalar' || !new RegExp(form).test(String(node.value));
  return isUnlike ? `quantities must match the regular expression '${form}'` : undefined;
}

function base64Error(text: string): string | undefined {
  const wrong = text.search(/[^A-Za-z0-9+/=\r\n]/);
  const padding = text.indexOf('=');
  return wrong === -1 || (padding !== -1 && padding < wrong) ? undefined : `illegal base64 data at input byte ${wrong}`;
}

/** The Go type that a type reads first, if that is another. */
function readAs(type: FieldType): string | undefined {
  if (type.kind !== 'scalar') return undefined;
  switch (type.scalar) {
    case 'int-or-string':
      return 'int32';
    case 'date-time':
    case 'micro-time':
    case 'duration':
      return 'string';
    default:
      return undefined;
  }
}

/** What Go's decoder calls a value; undefined if its text is uncertain. */
function jsonKind(node: Node, wanted: string): string | undefined {
  if (node.kind === 'map') return 'object';
  if (node.kind === 'list') return 'array';
  const { value } = node;
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (wanted !== 'int32' && wanted !== 'int64') return 'number';
  // A number out of range is printed.
  const printed = String(value);
  return /^-?\d+(?:\.\d+)?$/.test(printed) ? `number ${printed}` : undefined;
}

/** `core.v1.Container` as `Container`. */
function shortName(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}
