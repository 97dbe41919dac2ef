import type { Manifest, ManifestDocument } from '../manifest/manifest.ts';
import { readIndented } from '../manifest/read/readScalar.ts';

/** Whether a file name is that of a Markdown file. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path);
}

/**
 * The documents of a Markdown file: fences marked as YAML or JSON. Syntax errors are not reported, since a fence may be
 * an excerpt.
 *
 * Source: https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function readMarkdown(text: string): Manifest {
  const documents: ManifestDocument[] = [];
  let fence: { readonly close: RegExp; readonly start: number; readonly code: boolean } | undefined;
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, end);
    if (fence === undefined) {
      const opening = /^\s*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})[ \t]*([\w.+-]*)([^`]*)$/.exec(line.trimEnd());
      const [, marks = '', language = ''] = opening ?? [];
      if (opening !== null) {
        const close = new RegExp(`^\\s*${marks.charAt(0)}{${marks.length},}\\s*$`);
        fence = { close, start: end, code: /^(?:ya?ml|json|kubernetes|k8s)$/i.test(language) };
      }
    } else if (fence.close.test(line)) {
      if (fence.code) add(documents, text, fence.start, at);
      fence = undefined;
    }
    at = end;
  }
  return { text, documents };
}

function add(documents: ManifestDocument[], text: string, start: number, end: number): void {
  for (const document of readIndented(text, start, end)) documents.push({ ...document, index: documents.length });
}
