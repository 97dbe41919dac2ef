import type { ScalarType } from '../../catalog/types.ts';
import type { DecodeError } from '../../decode/decoded.ts';
import type { Fix } from '../../finding.ts';
import { isWholeNumber } from '../../formats/wholeNumber.ts';
import type { ScalarNode } from '../../manifest/node.ts';
import { formatPath } from '../../text/fieldPath.ts';

/** Whether a value is the content of a Secret, which is not shown, as reports are kept and sent. */
export function holdsSecret({ field, path }: DecodeError): boolean {
  return field?.owner === 'core.v1.Secret' && /(?:^|\.)(?:data|stringData)\b/.test(formatPath(path));
}

/** The fixes of a wrongly typed value whose text is right except for its quotes. */
export function fixesFor(error: DecodeError, text: string): readonly Fix[] {
  const { node, key, type } = error;
  // An alias would be fixed at its anchor, which others may use.
  if (node.kind !== 'scalar' || node.start === node.end || node.start < key.start) return [];
  if (type?.kind === 'list') return inBrackets(node, text, type.item.kind === 'scalar' ? type.item.scalar : undefined);
  if (type?.kind !== 'scalar') return [];
  if (type.scalar === 'string') return typeof node.value === 'string' ? [] : [quote(node, text, holdsSecret(error))];
  if (typeof node.value !== 'string' || node.style === 'literal' || node.style === 'folded') return [];
  const newText = unquoted(node.value.trim(), type.scalar);
  if (newText === undefined) return [];
  const certain = newText === node.value.trim();
  return [
    {
      title: `Write ${newText} without quotes`,
      kind: certain ? 'safe' : 'partial',
      edits: [{ span: { start: node.start, end: node.end }, newText }],
      left: certain ? [] : [`make sure that ${newText} is what ${JSON.stringify(node.value)} was meant to be`],
    },
  ];
}

/** `version: 1.10` and `answer: yes` are meant as text and only lack quotes. */
function quote(node: ScalarNode, text: string, isHidden: boolean): Fix {
  const written = text.slice(node.start, node.end);
  const newText = JSON.stringify(written);
  return {
    title: `Put ${isHidden ? 'the value' : written} in quotes`,
    kind: 'safe',
    edits: [{ span: { start: node.start, end: node.end }, newText }],
    left: [],
  };
}

/** The unquoted form of a text, if the field accepts it. */
function unquoted(value: string, scalar: ScalarType): string | undefined {
  if (scalar === 'boolean') {
    const word = value.toLowerCase();
    if (['true', 'yes', 'on', 'y', '1'].includes(word)) return 'true';
    return ['false', 'no', 'off', 'n', '0'].includes(word) ? 'false' : undefined;
  }
  // A leading zero would make it octal: 0755 as a number is another one than "0755" as text.
  if (!/^-?(?:0|[1-9]\d*)$/.test(value)) return undefined;
  const number = BigInt(value);
  const safe = Number.isSafeInteger(Number(number)) ? Number(number) : number;
  if (scalar === 'int32' || scalar === 'int64') {
    return isWholeNumber(safe, scalar === 'int32' ? 32 : 64) ? value : undefined;
  }
  return scalar === 'double' ? value : undefined;
}

/** A single value where a list is wanted. */
function inBrackets(node: ScalarNode, text: string, item: ScalarType | undefined): readonly Fix[] {
  if (item !== 'string' || node.style === 'literal' || node.style === 'folded') return [];
  const written = text.slice(node.start, node.end);
  const quoted = node.style === 'plain' ? JSON.stringify(written) : written;
  return [
    {
      title: 'Make it a list with one item',
      kind: 'partial',
      edits: [{ span: { start: node.start, end: node.end }, newText: `[${quoted}]` }],
      left: ['make sure that the whole text is one item: a command has one item per argument'],
    },
  ];
}
