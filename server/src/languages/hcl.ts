import type { Attribute, Block, Body, LanguageProblem } from './expression.ts';
import { readExpression } from './readExpression.ts';
import { hclDialect, Reader } from './reader.ts';
import { readQuoted } from './readText.ts';

/** An HCL file: its attributes and blocks, and the unreadable parts. */
export interface HclFile extends Body {
  readonly problems: readonly LanguageProblem[];
}

/**
 * Parses HCL of Terraform, OpenTofu and Terragrunt (https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md).
 * Never throws; unreadable text is skipped to the end of its line, with a problem.
 */
export function readHcl(text: string): HclFile {
  const reader = new Reader(text, hclDialect);
  const body = readBody(reader);
  while (!reader.isAtEnd) {
    reader.fail('"}" has no opening bracket');
    reader.at++;
    const { attributes, blocks } = readBody(reader);
    body.attributes.push(...attributes);
    body.blocks.push(...blocks);
  }
  return { ...body, problems: reader.problems };
}

function readBody(reader: Reader): { readonly attributes: Attribute[]; readonly blocks: Block[] } {
  const body: { attributes: Attribute[]; blocks: Block[] } = { attributes: [], blocks: [] };
  for (;;) {
    reader.skip(true);
    if (reader.isAtEnd || reader.startsWith('}')) return body;
    const start = reader.at;
    const name = reader.name();
    reader.skip(false);
    if (name === '') {
      reader.fail('a name is missing');
      reader.skipLine();
      if (reader.at === start) reader.at++;
    } else if (!reader.startsWith('==') && reader.take('=')) {
      const value = readExpression(reader, false);
      body.attributes.push({ name, nameSpan: { start, end: start + name.length }, value });
      endLine(reader);
    } else {
      const block = readBlock(reader, name, start);
      if (block !== undefined) body.blocks.push(block);
    }
  }
}

function readBlock(reader: Reader, type: string, start: number): Block | undefined {
  const labels: string[] = [];
  let end = reader.at;
  for (;;) {
    reader.skip(false);
    const label = reader.startsWith('"')
      ? readQuoted(reader, () => readExpression(reader, true))
      : reader.match(/[A-Za-z_][\w-]*/y);
    if (label === '') break;
    labels.push(typeof label === 'string' ? label : label.kind === 'text' ? label.value : '');
    end = reader.at;
  }
  if (!reader.take('{')) {
    reader.fail('"=" or "{" is missing');
    reader.skipLine();
    return undefined;
  }
  const body = reader.deeper(() => readBody(reader)) ?? { attributes: [], blocks: [] };
  if (!reader.take('}')) reader.fail('"}" is missing');
  return { type, labels, head: { start, end: Math.max(end, start + type.length) }, body };
}

/** An attribute ends with its line, or with the brace that closes its block. */
function endLine(reader: Reader): void {
  reader.skip(false);
  if (reader.isAtEnd || /[\n}]/.test(reader.text.charAt(reader.at))) return;
  reader.fail('the end of the line is missing');
  reader.skipLine();
}
