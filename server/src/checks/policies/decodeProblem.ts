import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { FieldType } from '../../catalog/types.ts';
import { decode } from '../../decode/decode.ts';
import type { DecodeError, UnknownField } from '../../decode/decoded.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import { formatPath, stepsOf } from '../../text/fieldPath.ts';
import { noOccurrences } from './admittedObjects.ts';

/**
 * Why the server cannot decode a patched built-in object, in the words of Go's JSON decoder; undefined if it can, or if
 * the words are uncertain. Source: k8s.io/apimachinery pkg/runtime/serializer/json, encoding/json of Go.
 */
export function decodeProblem(root: MapNode, served: ServedResource, surface: ApiSurface): string | undefined {
  const type = surface.rootType(served);
  if (type === undefined) return undefined;
  const { errors, unknown } = decode(root, type, noOccurrences);
  const [error, ...otherErrors] = errors;
  if (error !== undefined) return otherErrors.length === 0 ? typeError(error) : undefined;
  const [field, ...otherFields] = unknown;
  return field !== undefined && otherFields.length === 0 ? unknownField(field) : undefined;
}

function unknownField({ path }: UnknownField): string {
  return `strict decoding error: unknown field "${formatPath(path)}"`;
}

function typeError({ path, node, field, type }: DecodeError): string | undefined {
  // Named Go types have other words.
  const isNamed = (field?.enum ?? field?.constants ?? []).length > 0;
  const wanted = type === undefined || isNamed ? undefined : goType(type);
  if (field === undefined || wanted === undefined) return undefined;
  const names = stepsOf(path).slice(0, stepsOf(path).lastIndexOf(field.name) + 1);
  const fields = names.filter((step) => typeof step === 'string');
  return `json: cannot unmarshal ${jsonKind(node)} into Go struct field ${shortName(field.owner)}.${fields.join('.')} of type ${wanted}`;
}

function jsonKind(node: Node): string {
  if (node.kind === 'map') return 'object';
  if (node.kind === 'list') return 'array';
  if (typeof node.value === 'boolean') return 'bool';
  return typeof node.value === 'string' ? 'string' : 'number';
}

/** `core.v1.Container` as `Container`. */
function shortName(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

/** A type as Go prints it; undefined for types that decode themselves. */
function goType(type: FieldType): string | undefined {
  switch (type.kind) {
    case 'scalar':
      return scalars.get(type.scalar);
    case 'list': {
      const item = goType(type.item);
      return item && `[]${item}`;
    }
    case 'map': {
      const value = goType(type.value);
      return value && `map[string]${value}`;
    }
    case 'object':
      return type.type.name.split('.').slice(-2).join('.');
    default:
      return undefined;
  }
}

const scalars: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['boolean', 'bool'],
  ['int32', 'int32'],
  ['int64', 'int64'],
  ['double', 'float64'],
]);
