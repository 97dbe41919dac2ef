import type { Manifest } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { entryFor, mapFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import type { Span } from '../text/span.ts';
import { mayStoreHelmRelease, storedHelmRelease } from './helmReleases.ts';

const contents = ['data', 'stringData'];

/** Has the whole object, contents included. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * A text for excerpts: the contents of Secrets and of stored Helm releases are asterisks, everything else is at the same
 * offset. Broken Secrets are masked by their lines.
 *
 * @param read the text as it was read, if it was.
 */
export function withoutSecretContents(text: string, read?: Manifest): string {
  if (!/\bSecret\b/.test(text) && !mayStoreHelmRelease(text)) return text;
  const manifest = read?.text === text ? read : readManifest(text);
  const spans: Span[] = [];
  for (const resource of findResources(manifest).resources) {
    const { root, apiVersion, kind } = resource;
    if (apiVersion !== 'v1') continue;
    if (kind === 'ConfigMap') {
      const node = storedHelmRelease(resource)?.node;
      if (node !== undefined) spans.push(node);
    }
    if (kind !== 'Secret') continue;
    for (const name of contents) spans.push(...valuesOf(mapFor(root, name) ?? entryFor(root, name)?.value));
    const metadata = mapFor(root, 'metadata');
    const annotations = metadata && mapFor(metadata, 'annotations');
    const applied = annotations && entryFor(annotations, lastApplied)?.value;
    if (applied !== undefined) spans.push(applied);
  }
  for (const { span, problems } of manifest.documents) {
    if (problems.length > 0) spans.push(...linesOfContents(text, span));
  }
  return masked(text, spans);
}

/** The values of a map; anything else as a whole. */
function valuesOf(node: Node | undefined): readonly Span[] {
  if (node === undefined) return [];
  return node.kind === 'map' ? node.entries.map(({ value }) => value) : [node];
}

/** What follows the keys in the lines below `data` and `stringData` of a broken document about a Secret. */
function linesOfContents(text: string, { start, end }: Span): readonly Span[] {
  const document = text.slice(start, end);
  if (!/["']?kind["']?:\s*["']?Secret\b/.test(document)) return [];
  const spans: Span[] = [];
  let within: number | undefined;
  for (const { 0: line, index } of document.matchAll(/[^\n]+/g)) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    if (within !== undefined && indent <= within) within = undefined;
    const [head] = /["']?\b(?:data|stringData)["']?:/.exec(line) ?? [];
    if (within === undefined && head === undefined) continue;
    within ??= indent;
    const key =
      head === undefined ? /^\s*(?:"[^"]*"|'[^']*'|[-\w.]+):/.exec(line)?.[0].length : line.indexOf(head) + head.length;
    spans.push({ start: start + index + (key ?? indent), end: start + index + line.length });
  }
  return spans;
}

function masked(text: string, spans: readonly Span[]): string {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ordered) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)), text.slice(Math.max(at, start), end).replace(/\S/g, '*'));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}
