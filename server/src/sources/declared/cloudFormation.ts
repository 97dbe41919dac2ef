import facts from '../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { Cursor } from '../cursor.ts';
import type { DescribedCluster } from '../description.ts';
import type { TargetSource } from '../source.ts';
import { type ClusterResource, declaredCluster, resourceOfType } from './clusterResource.ts';
import { type DocumentReader, documentValue } from './documentValue.ts';
import { callFunction } from './functions.ts';
import { Budget, emptyMap, openValue, type Value } from './value.ts';

const resources: readonly ClusterResource[] = facts.cloudFormation.resources;

/**
 * Templates of CloudFormation, in YAML and JSON, also from the AWS CDK. Follows mappings, and parameters with defaults
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference.html).
 */
export const cloudFormation: TargetSource = {
  reads: ({ apiVersion, kind }) => apiVersion === '' && kind === '',
  read({ root, index, path }): readonly DescribedCluster[] {
    const file = { path, text: root.text };
    const reader: DocumentReader = {
      file,
      budget: new Budget(),
      special: (cursor, tag) => intrinsic(cursor, tag, root, reader),
    };
    return (root.at('Resources')?.entries() ?? []).flatMap((declared): readonly DescribedCluster[] => {
      const type = declared.string('Type');
      const resource = type === undefined ? undefined : resourceOfType(resources, type);
      if (resource === undefined) return [];
      const written = declared.at('Properties');
      const properties = written === undefined ? emptyMap : documentValue(written, reader);
      const format = `CloudFormation ${type}`;
      const { key: label, keySpan: head } = declared;
      return [declaredCluster({ resource, format, properties, label, file, head, document: index })];
    });
  },
};

/** `!Ref X` and `{ Ref: X }`, and functions in either form. */
function intrinsic(cursor: Cursor, tag: string | undefined, root: Cursor, reader: DocumentReader): Value | undefined {
  if (tag !== undefined) return apply(tag, untagged(cursor, reader), cursor, root, reader);
  const [only, ...others] = cursor.entries();
  if (only === undefined || others.length > 0 || !/^(?:Ref|Fn::\w+)$/.test(only.key)) return undefined;
  return apply(only.key.replace('Fn::', ''), documentValue(only, reader), only, root, reader);
}

function untagged(cursor: Cursor, reader: DocumentReader): Value {
  const literalReader: DocumentReader = {
    ...reader,
    special: (below, tag) => (below === cursor ? undefined : reader.special(below, tag)),
  };
  return documentValue(cursor, literalReader);
}

function apply(name: string, value: Value, at: Cursor, root: Cursor, reader: DocumentReader): Value {
  if (value.kind === 'open') return value;
  const items = value.kind === 'list' ? value.items() : [];
  switch (name) {
    case 'Ref':
      return value.kind === 'text' ? parameter(value.text, root, reader) : unknown(name);
    case 'Sub': {
      const [first, attribute] = value.kind === 'list' ? items : [value];
      return first?.kind === 'text' ? substituted(first.text, attribute, at, root, reader) : unknown(name);
    }
    case 'FindInMap': {
      let cursor = root.at('Mappings');
      for (const key of items) {
        if (key.kind !== 'text') return key.kind === 'open' ? key : unknown(name);
        cursor = cursor?.entries().find((entry) => entry.key === key.text);
      }
      return cursor === undefined ? openValue('the mapping has no such entry') : documentValue(cursor, reader);
    }
    case 'Join': {
      const [separator, list] = items;
      const parts = list?.kind === 'list' ? list.items() : [];
      const isPlain = separator?.kind === 'text' && separator.text === '';
      return (isPlain ? callFunction('concat', parts) : undefined) ?? unknown(name);
    }
    default:
      return unknown(name);
  }
}

function parameter(name: string, root: Cursor, reader: DocumentReader): Value {
  const declared = root
    .at('Parameters')
    ?.entries()
    .find(({ key }) => key === name);
  if (declared === undefined) return openValue(`"${name}" is known only when the stack is created`);
  if (/^AWS::SSM::/.test(declared.string('Type') ?? '')) {
    return openValue(`the parameter ${name} is in Systems Manager`);
  }
  const fallback = declared.at('Default');
  return fallback === undefined ? openValue(`the parameter ${name} has no default`) : documentValue(fallback, reader);
}

/** `${Name}` in a text, and `${!Literal}`; `attributes` has values that override parameters. */
function substituted(
  text: string,
  attributes: Value | undefined,
  at: Cursor,
  root: Cursor,
  reader: DocumentReader,
): Value {
  const parts: Value[] = [];
  const { start, end } = at.node;
  const origin = { file: reader.file, span: { start, end } };
  for (const piece of text.split(/(\$\{[^}]*\})/)) {
    const name = /^\$\{(.*)\}$/.exec(piece)?.[1];
    if (name === undefined || name.startsWith('!')) {
      if (piece !== '') parts.push({ kind: 'text', type: 'string', text: piece, origin, isGenerated: true });
    } else {
      const given = attributes?.kind === 'map' ? attributes.get(name) : undefined;
      parts.push(given ?? parameter(name, root, reader));
    }
  }
  const [only] = parts;
  return (parts.length === 1 ? only : callFunction('concat', parts)) ?? unknown('Sub');
}

function unknown(name: string): Value {
  return openValue(`the result of ${name} is known only when the stack is created`);
}
