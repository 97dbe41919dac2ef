import { decodeConfig } from '../config/decodeConfig.ts';
import { kustomizeFileOf } from '../kustomize/kustomizeFile.ts';
import { namedFiles } from '../kustomize/namedFiles.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { parseFileReference } from '../sources/fileTarget.ts';
import type { Span } from '../text/span.ts';

/** A span of a text that names something to open. */
export type TextLink = { readonly span: Span } & (
  | { readonly kind: 'file' /** As written: relative to the file's folder. */; readonly path: string }
  | { readonly kind: 'code'; readonly code: string }
);

/** The files that a kustomization names; none for other files. */
export function linksInManifest({ documents }: Manifest, path: string): readonly TextLink[] {
  return documents.flatMap(({ root }): readonly TextLink[] => {
    if (root === undefined || kustomizeFileOf(root, path) !== 'Kustomization') return [];
    return namedFiles(root).flatMap((named) =>
      named.remote ? [] : [{ kind: 'file', span: named.span, path: named.path }],
    );
  });
}

const configPaths = ['conversions[]', 'targets.*.crds.paths[]', 'helm.values[]', 'files[].helm.values[]'];

/** The files that a configuration names, and the codes under its severities. */
export function linksInConfig(text: string, codes: ReadonlySet<string>): readonly TextLink[] {
  const files = [...decodeConfig(text, codes).config.targets.values()].flatMap((target): readonly TextLink[] =>
    target.kind === 'referred'
      ? [{ kind: 'file', span: target.fromSpan, path: parseFileReference(target.from).file }]
      : [],
  );
  const root = readManifest(text).documents[0]?.root;
  const paths = root === undefined ? [] : configPaths.flatMap((path) => nodesAt(root, path));
  const severities = root === undefined ? [] : ['severity', 'files[].severity', 'targets.*.severity'];
  const named = severities.flatMap((path) => (root === undefined ? [] : nodesAt(root, path)));
  return [
    ...files,
    ...paths.flatMap(({ node }): readonly TextLink[] =>
      node.kind === 'scalar' && typeof node.value === 'string' && node.value !== ''
        ? [{ kind: 'file', span: { start: node.start, end: node.end }, path: node.value }]
        : [],
    ),
    ...named.flatMap(({ node }) =>
      entriesOf(node).flatMap(({ key, keySpan }): readonly TextLink[] =>
        codes.has(key) ? [{ kind: 'code', span: { start: keySpan.start, end: keySpan.end }, code: key }] : [],
      ),
    ),
  ];
}

/** Where a configuration defines a target. */
export function targetSpan(text: string, name: string): Span | undefined {
  const root = readManifest(text).documents[0]?.root;
  const targets = root?.kind === 'map' ? mapFor(root, 'targets') : undefined;
  const found = targets?.entries.find(({ key }) => key === name)?.keySpan;
  return found && { start: found.start, end: found.end };
}

function entriesOf(node: Node): MapNode['entries'] {
  return node.kind === 'map' ? node.entries : [];
}
