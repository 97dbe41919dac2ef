import type { Attribute, Block, Body, Expression, ObjectEntry } from './expression.ts';
import type { HclFile } from './hcl.ts';
import { readExpression } from './readExpression.ts';
import { hclDialect, Reader } from './reader.ts';

/**
 * The number of labels of each Terraform block type (https://developer.hashicorp.com/terraform/language/syntax/json).
 */
const labels: ReadonlyMap<string, number> = new Map([
  ['resource', 2],
  ['data', 2],
  ['module', 1],
  ['variable', 1],
  ['output', 1],
  ['locals', 0],
]);

/**
 * Parses the JSON form of Terraform and OpenTofu files: strings are templates, and objects are blocks. JSON is parsed
 * as an HCL expression, which keeps spans. Never throws.
 */
export function readHclJson(text: string): HclFile {
  const reader = new Reader(text, hclDialect);
  const root = readExpression(reader, true);
  const body: { attributes: Attribute[]; blocks: Block[] } = { attributes: [], blocks: [] };
  for (const { key, value } of entriesOf(root)) {
    const type = nameOf(key);
    const count = labels.get(type);
    if (count === undefined) body.attributes.push({ name: type, nameSpan: key, value });
    else body.blocks.push(...blocksOf(type, [], key, value, count));
  }
  return { ...body, problems: reader.problems };
}

function blocksOf(
  type: string,
  named: readonly string[],
  head: Expression,
  value: Expression,
  depth: number,
): readonly Block[] {
  if (value.kind === 'list') return value.items.flatMap((item) => blocksOf(type, named, head, item, depth));
  if (depth === 0) return [{ type, labels: named, head: { start: head.start, end: head.end }, body: bodyOf(value) }];
  return entriesOf(value).flatMap((entry) =>
    blocksOf(type, [...named, nameOf(entry.key)], entry.key, entry.value, depth - 1),
  );
}

function bodyOf(value: Expression): Body {
  const attributes = entriesOf(value).map(({ key, value: set }) => ({ name: nameOf(key), nameSpan: key, value: set }));
  return { attributes, blocks: [] };
}

function entriesOf(value: Expression): readonly ObjectEntry[] {
  return value.kind === 'object' ? value.entries : [];
}

function nameOf(key: Expression): string {
  return key.kind === 'text' ? key.value : key.kind === 'name' ? key.name : '';
}
