import type { DecodeError } from '../../decode/decoded.ts';
import type { Finding } from '../../finding.ts';
import type { Node } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, Subject } from '../check.ts';
import { fixesFor, holdsSecret } from './fixes.ts';

/** Values that do not decode into the Go type of their field: the server answers 400 and stops. */
export const wrongType: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'wrong-type',
      consequences: ['undecodable', 'dropped'],
      title: 'A field has a value of the wrong type',
    },
  ],
  resource(subject, emit) {
    const isPart = subject.resource.part !== undefined;
    for (const error of subject.decoded?.errors ?? []) {
      if (!(isPart && isFilledIn(error.node))) emit(describe(error, subject));
    }
  },
};

/** Whether it is a placeholder that is filled in before the object is sent. */
function isFilledIn(node: Node): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && hasPlaceholder(node.value);
}

function describe(error: DecodeError, subject: Subject): Finding {
  const path = formatPath(error.path);
  const node = spanOf(error);
  return {
    code: 'wrong-type',
    consequence: 'undecodable',
    path,
    span: node,
    message: `${path === '' ? 'The object' : path} must be ${error.wanted}, not ${holdsSecret(error) ? typeOfValue(error.node) : describeValue(error.node, subject.text)}`,
    why:
      'The API server first decodes the object into typed fields. If a value does not fit, it answers 400 Bad Request ' +
      'and checks nothing else.',
    remedy: remedyFor(error),
    source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
    fixes: () => fixesFor(error, subject.text),
  };
}

/** The span of the value; of the key for an alias, whose value is elsewhere, and for an absent value. */
function spanOf({ node, key }: DecodeError): Finding['span'] {
  if (node.start < key.start || node.start === node.end) return { start: key.start, end: key.end };
  if (node.kind === 'scalar') return { start: node.start, end: node.end };
  return key.start === node.start ? { start: node.start, end: node.start + 1 } : { start: key.start, end: key.end };
}

/** The type of a value that is not shown. */
function typeOfValue(node: Node): string {
  if (node.kind !== 'scalar' || node.value === null) return describeValue(node, '');
  if (typeof node.value === 'string') return node.value === '' ? 'an empty string' : 'a plain string';
  return typeof node.value === 'boolean' ? 'a boolean' : 'a number';
}

/** The value as Kubernetes reads it, with the reason if YAML resolves it unexpectedly. */
function describeValue(node: Node, text: string): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'an object';
  const { value } = node;
  if (typeof value === 'string')
    return value === '' ? 'an empty string' : `the string ${JSON.stringify(shortened(value))}`;
  if (value === null) return 'null';
  const written = text.slice(node.start, node.end);
  const read = typeof value === 'boolean' ? String(value) : `the number ${value}`;
  return written === String(value) ? read : `${read}, which is how YAML reads ${shortened(written)}`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function remedyFor({ type, field, node }: DecodeError): string {
  if (type === undefined) return 'JSON has no infinity and no NaN: write a number, or quote it.';
  if (type.kind !== 'scalar') return 'Write a value of that form.';
  const isText = node.kind === 'scalar' && typeof node.value === 'string';
  switch (type.scalar) {
    case 'string':
      return node.kind === 'scalar'
        ? 'Put it in quotes.'
        : 'Write a string; a list or an object belongs in a different field.';
    case 'boolean':
      return 'Write true or false without quotes.';
    case 'int32':
    case 'int64':
      return isText ? 'Write the number without quotes and without a unit.' : 'Write an integer within the range.';
    case 'bytes':
      return field?.owner === 'core.v1.Secret'
        ? 'Encode the value as base64, or write it unencoded under stringData.'
        : 'Encode the value as base64.';
    case 'date-time':
    case 'micro-time':
      return 'Write an RFC 3339 time, such as 2027-01-31T12:00:00Z.';
    case 'quantity':
      return 'Write a number without a suffix, or directly followed by m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi or Ei.';
    default:
      return 'Write a value of that type.';
  }
}
