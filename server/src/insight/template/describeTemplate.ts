import type { ChartTexts, FoundKey } from '../../helm/chartTexts.ts';
import { entryFor, stringFor } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import { escaped, prose } from '../markdown.ts';
import { functions, memberText } from './helmObjects.ts';
import { type NamedTemplate, namedTemplates } from './namedTemplates.ts';
import type { ValuePath } from './scope.ts';
import { templatePositionAt } from './templatePosition.ts';
import { commentOf, keysAt, schemaAt } from './values.ts';

/** A hover in a template, in Markdown. */
export interface DescribedTemplate {
  readonly span: Span;
  readonly markdown: string;
}

/**
 * Describes a value, another member, a function or a named template; undefined if there is nothing to show.
 *
 * @param fileName the display name of a file.
 */
export function describeTemplateAt(
  text: string,
  offset: number,
  chart: ChartTexts,
  fileName: (path: string) => string,
): DescribedTemplate | undefined {
  const position = templatePositionAt(text, offset);
  if (position === undefined || position.word.start === position.word.end) return undefined;
  const { word, slot } = position;
  const span = { start: word.start, end: word.end };
  let markdown: string | undefined;
  if (slot === 'template') markdown = templateSays(namedTemplates(chart.templates).get(word.text), fileName);
  if (slot === 'member' && position.object !== undefined) {
    markdown = memberSays([...position.object, word.text], chart, fileName);
  }
  if (slot === 'function') {
    const known = functions.find(({ names }) => names.includes(word.text));
    markdown = known === undefined ? undefined : `**${word.text}**: a function of ${known.of}`;
    if (known?.of === 'an action') markdown = undefined;
  }
  return markdown === undefined ? undefined : { span, markdown };
}

function memberSays(path: ValuePath, chart: ChartTexts, fileName: (path: string) => string): string | undefined {
  const name = `.${path.join('.')}`;
  if (path[0] === 'Values' && path.length > 1) return valueSays(name, path.slice(1), chart, fileName);
  const text = memberText(path);
  if (text === undefined) return undefined;
  const written = path[0] === 'Chart' && path[1] !== undefined ? chartEntry(path[1], chart) : undefined;
  return [`**${escaped(name)}**: ${escaped(text)}`, ...(written === undefined ? [] : [code(written)])].join('\n\n');
}

function valueSays(
  name: string,
  path: ValuePath,
  chart: ChartTexts,
  fileName: (path: string) => string,
): string | undefined {
  const found = keysAt(chart, path);
  const schema = schemaAt(chart.schema, path);
  if (found.length === 0 && schema === undefined) return undefined;
  const type = schema && stringFor(schema, 'type');
  const comment = found.map(commentOf).find((comment) => comment !== undefined);
  const described = schema && stringFor(schema, 'description');
  const allowed = schema && entryFor(schema, 'enum')?.value;
  return [
    `**${escaped(name)}**${type === undefined ? '' : `: ${escaped(type)}`}`,
    ...(comment === undefined ? [] : [prose(comment)]),
    ...(described === undefined || described === comment ? [] : [prose(described)]),
    ...(allowed?.kind === 'list' && chart.schema !== undefined
      ? [`Values: ${escaped(chart.schema.text.slice(allowed.start, allowed.end))}`]
      : []),
    ...found
      .slice(0, maxFiles)
      .map((foundKey) => `In ${escaped(fileName(foundKey.file.path))}:\n\n${code(entryText(foundKey))}`),
  ].join('\n\n');
}

const maxFiles = 5;
const longestEntry = 800;

/** A key with its value as written. */
function entryText({ file: { text }, start, value }: FoundKey): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const written = text.slice(start, Math.max(value.end, start)).trimEnd();
  const cut = written.length > longestEntry ? `${written.slice(0, longestEntry)}\n…` : written;
  // Without the indentation that the first line has lost.
  return /^\s*$/.test(indent) ? cut.replaceAll(`\n${indent}`, '\n') : cut;
}

function chartEntry(member: string, { description }: ChartTexts): string | undefined {
  const entry = description?.root?.entries.find(({ key }) => key.toLowerCase() === member.toLowerCase());
  if (entry === undefined || description === undefined) return undefined;
  return description.text.slice(entry.keySpan.start, Math.max(entry.value.end, entry.keySpan.end)).trimEnd();
}

function templateSays(
  defined: readonly NamedTemplate[] | undefined,
  fileName: (path: string) => string,
): string | undefined {
  const last = defined?.at(-1);
  if (last === undefined) return undefined;
  return [
    `**${escaped(last.name)}**, in ${escaped(fileName(last.file.path))}`,
    ...(last.comment === '' ? [] : [prose(last.comment)]),
    fenced(last.body, 'helm'),
  ].join('\n\n');
}

function code(text: string): string {
  return fenced(text, 'yaml');
}

/** A fence longer than any in the text, so that the text cannot close it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
