import type { JudgedResource } from '../judge/analysis.ts';
import type { ManifestDocument } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';

/**
 * The string scalars of a file, in which `#` starts no comment. Strings with embedded objects are omitted: they are read
 * as YAML.
 */
export function textNodes(
  documents: readonly ManifestDocument[],
  resources: readonly JudgedResource[],
): readonly Span[] {
  const embeddedRoots = resources.flatMap(({ resource }) => (resource.embedded === undefined ? [] : [resource.root]));
  const found: Span[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item);
    else if (node.kind === 'map') {
      for (const entry of node.entries) if (entry.alias === undefined && entry.merged !== true) visit(entry.value);
    } else if (typeof node.value === 'string' && !embeddedRoots.some((root) => isWithin(root, node))) found.push(node);
  };
  for (const { root } of documents) if (root !== undefined) visit(root);
  return found;
}

/** Whether an offset is inside one of these texts. */
export function isInText(texts: readonly Span[], offset: number): boolean {
  return texts.some(({ start, end }) => start < offset && offset < end);
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** A comment whose first word resembles our name. */
export interface Comment {
  /** From its marker to the end of its line or of the template comment. */
  readonly span: Span;
  /** Its marker with the blanks after it: `# `, or `{{/* ` in a template. */
  readonly sign: string;
  readonly content: string;
  /** Whether it is alone on its line. */
  readonly isOwnLine: boolean;
}

/** The starts of comments of YAML and of templates, before `ku`: misspelt names start with it as well. */
const yaml = /#[#!]*[ \t]*(?=ku[a-z])/iy;
const template = /\{\{-?[ \t]*\/\*[ \t]*(?=ku[a-z])/iy;

/** The comments of a text whose first word resembles our name. */
export function* suppressionComments(text: string): Generator<Comment> {
  yield* beginningWith(text, '#', yaml, /.*/y);
  if (text.includes('/*')) yield* beginningWith(text, '{{', template, /(?:(?!\*\/).)*/y);
}

function* beginningWith(text: string, first: string, sign: RegExp, inside: RegExp): Generator<Comment> {
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    sign.lastIndex = start;
    const marker = sign.exec(text)?.[0];
    // A YAML comment starts after whitespace.
    if (marker === undefined || (first === '#' && start > 0 && !/\s/.test(text.charAt(start - 1)))) continue;
    inside.lastIndex = start + marker.length;
    const content = inside.exec(text)?.[0].trimEnd() ?? '';
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
    const isOwnLine = start === 0 || text.slice(lineStart, start).trim() === '';
    yield { span: { start, end: start + marker.length + content.length }, sign: marker, content, isOwnLine };
  }
}
