import type { DecodeError } from '../../decode/decoded.ts';
import type { Finding } from '../../finding.ts';
import type { Node } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, Subject } from '../check.ts';
import { fixesFor } from './fixes.ts';

/** Values that do not decode into the Go type of their field: the server answers 400 and looks no further. */
export const wrongType: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'wrong-type',
      consequences: ['undecodable', 'dropped'],
      title: 'A value of another type than its field has',
    },
  ],
  resource(subject, report) {
    const isPart = subject.resource.part !== undefined;
    for (const error of subject.decoded?.errors ?? []) {
      if (!(isPart && isFilledIn(error.node))) report(describe(error, subject));
    }
  },
};

/** Whether somebody puts a value there before the object is sent. */
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
    message: `${path === '' ? 'The object' : path} has to be ${error.wanted}, not ${describeValue(error.node, subject.text)}`,
    why:
      'The API server decodes the object into typed fields before anything else. A value that does not fit is answered ' +
      'with 400 Bad Request, and nothing else about the object is looked at.',
    remedy: remedyFor(error),
    source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
    fixes: () => fixesFor(error, subject.text),
  };
}

/** The value where it is written; the key for an alias, whose value stands elsewhere, and for an absent value. */
function spanOf({ node, key }: DecodeError): Finding['span'] {
  if (node.start < key.start || node.start === node.end) return { start: key.start, end: key.end };
  if (node.kind === 'scalar') return { start: node.start, end: node.end };
  return key.start === node.start ? { start: node.start, end: node.start + 1 } : { start: key.start, end: key.end };
}

/** What the value is to Kubernetes, and how that came about where YAML reads it otherwise than it looks. */
function describeValue(node: Node, text: string): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'an object';
  const { value } = node;
  if (typeof value === 'string') return value === '' ? 'empty text' : `the text ${JSON.stringify(shortened(value))}`;
  if (value === null) return 'null';
  const written = text.slice(node.start, node.end);
  const read = typeof value === 'boolean' ? String(value) : `the number ${value}`;
  return written === String(value) ? read : `${read}, which is how YAML reads ${shortened(written)}`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function remedyFor({ type, field, node }: DecodeError): string {
  if (type === undefined) return 'JSON has no infinities and no not-a-number: write a number, or quote it as text.';
  if (type.kind !== 'scalar') return 'Write a value of that shape.';
  const isText = node.kind === 'scalar' && typeof node.value === 'string';
  switch (type.scalar) {
    case 'string':
      return node.kind === 'scalar' ? 'Put it in quotes.' : 'Write text there; a list or object has its own field.';
    case 'boolean':
      return 'Write true or false without quotes.';
    case 'int32':
    case 'int64':
      return isText ? 'Write the number without quotes and without a unit.' : 'Write a whole number within the range.';
    case 'bytes':
      return field?.owner === 'core.v1.Secret'
        ? 'Encode the value as base64, or write it as it is under stringData.'
        : 'Encode the value as base64.';
    case 'date-time':
    case 'micro-time':
      return 'Write the date, a T, the time and the zone, as RFC 3339 has it.';
    case 'quantity':
      return 'Write a number with one of the suffixes m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or none, without a space.';
    default:
      return 'Write a value of that type.';
  }
}
