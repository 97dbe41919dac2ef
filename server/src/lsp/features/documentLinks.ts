import { dirname, join, resolve } from 'node:path';
import type { DocumentLink } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { linksInConfig, linksInManifest, type TextLink } from '../../insight/links.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { pathExists } from '../../workspace/disk/trackedFs.ts';
import { kustomizationNames } from '../../workspace/kustomize/kustomizationNames.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import type { ExplanationLink } from '../toDiagnostic.ts';
import { filePathOf, uriOf } from '../uris.ts';

/** Answers `textDocument/documentLink` for a manifest: the files that a kustomization names. */
export function manifestLinks({ analysis, path, uri, lines }: JudgedDocument): DocumentLink[] {
  return toLinks(linksInManifest(analysis.manifest, path), uri, lines, () => undefined);
}

/** The same for a configuration: files that targets come from, and the explanations of codes. */
export function configLinks(document: TextDocument, codes: ReadonlySet<string>, link: ExplanationLink): DocumentLink[] {
  const text = document.getText();
  return toLinks(linksInConfig(text, codes), document.uri, new LineIndex(text), link);
}

/** The file that a name refers to, for a folder its kustomization; undefined if it is not a file. */
export function namedUri(path: string, uri: string): string | undefined {
  const file = filePathOf(uri);
  if (file === undefined) return undefined;
  const named = resolve(dirname(file), path);
  const isFile = /\.(?:ya?ml|json)$/i.test(named);
  const inside = isFile ? [] : kustomizationNames.map((name) => join(named, name));
  return uriOf(inside.find((candidate) => pathExists(candidate)) ?? named);
}

function toLinks(
  links: readonly TextLink[],
  uri: string,
  lines: LineIndex,
  explanation: ExplanationLink,
): DocumentLink[] {
  return links.flatMap((link) => {
    const target = link.kind === 'file' ? namedUri(link.path, uri) : explanation(link.code);
    return target === undefined ? [] : [{ range: lines.range(link.span), target }];
  });
}
