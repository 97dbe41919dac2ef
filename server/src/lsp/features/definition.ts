import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionText } from '../../crd/definitionText.ts';
import { installedVersion } from '../../crd/installed.ts';
import { configPositionAt } from '../../insight/configuration/configPosition.ts';
import { linksInConfig, linksInManifest, type TextLink, targetSpan } from '../../insight/links.ts';
import { type NamedObject, namedObjectAt } from '../../insight/nameReference.ts';
import { outlinePositionAt } from '../../insight/outlinePosition.ts';
import { kindOf, typeAt } from '../../insight/typeAt.ts';
import { type GroupVersionKind, parseGroupVersion } from '../../targets/groupVersion.ts';
import { LineIndex, type Position, type Range } from '../../text/lineIndex.ts';
import { isChartYaml } from '../../workspace/charts/packedCharts.ts';
import type { FoundDefinition } from '../../workspace/definitions/nearestDefinition.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { uriOf } from '../uris.ts';
import type { KnownResource } from '../workspaceResources.ts';
import { namedUri } from './documentLinks.ts';

const atStart: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The definitions for look-ups. */
export interface DefinitionLookup {
  /** The folder that definitions out of files are named from. */
  readonly folder: string;
  /** A definition in the files of the workspace, for an object in a file. */
  readonly inWorkspace: (gvk: GroupVersionKind, path: string) => FoundDefinition | undefined;
  /** Makes a definition of a built-in set a document that the client can open; undefined if it cannot. */
  readonly asDocument: (definition: CustomDefinition, text: string) => string | undefined;
  /** Every resource of the workspace. */
  readonly resources: () => Promise<readonly KnownResource[]>;
}

/**
 * Answers `textDocument/definition` in a manifest: of a custom resource's kind its CustomResourceDefinition, of a file in
 * a kustomization the file, of the name of another object the resources of that name.
 */
export async function manifestDefinition(
  document: JudgedDocument,
  position: Position,
  lookup: DefinitionLookup,
): Promise<Location[]> {
  const { text, lines, targets, analysis, path, uri } = document;
  const offset = offsetAt(lines, position);
  const file = fileAt(linksInManifest(analysis.manifest, path), offset, uri);
  if (file !== undefined) return [{ uri: file, range: atStart }];
  const outline = outlinePositionAt(text, offset);
  const [first] = targets.surfaces;
  if (outline === undefined || first === undefined || outline.slot !== 'value') return [];
  const { key, container } = outline;
  if ((key === 'apiVersion' || key === 'kind') && typeAt(container, first)?.root === container) {
    const gvk = kindOf(container);
    return gvk === undefined ? [] : kindDefinition(gvk, document, lookup);
  }
  const named = namedObjectAt(outline, targets.surfaces);
  if (named === undefined) return [];
  const judgedResource = analysis.resources.find(
    ({ resource: { root } }) => root.start <= offset && offset <= root.end,
  );
  return located(await lookup.resources(), named, judgedResource?.resource.namespace);
}

/** The same in a configuration: for a target's name its definition, for the file name of a `from` that file. */
export function configDefinition(document: TextDocument, position: Position, codes: ReadonlySet<string>): Location[] {
  const text = document.getText();
  const lines = new LineIndex(text);
  const offset = offsetAt(lines, position);
  const file = fileAt(linksInConfig(text, codes), offset, document.uri);
  if (file !== undefined) return [{ uri: file, range: atStart }];
  const at = configPositionAt(text, offset);
  const isName = at !== undefined && !at.isKey && (at.path[0] === 'default' || at.path[2] === 'targets');
  const span = isName ? targetSpan(text, at.position.word.text) : undefined;
  return span === undefined ? [] : [{ uri: document.uri, range: lines.range(span) }];
}

function fileAt(links: readonly TextLink[], offset: number, uri: string): string | undefined {
  const textLink = links.find(({ span }) => span.start <= offset && offset <= span.end);
  return textLink?.kind === 'file' ? namedUri(textLink.path, uri) : undefined;
}

function kindDefinition(
  gvk: GroupVersionKind,
  { targets, inputs, path }: JudgedDocument,
  { folder, inWorkspace, asDocument }: DefinitionLookup,
): Location[] {
  const found = inWorkspace(gvk, inputs.path ?? path);
  if (found !== undefined) return inFile(found.path, found.definition, gvk.version);
  for (const surface of targets.surfaces) {
    const availability = surface.availability(gvk);
    const installed = availability.state === 'served' ? installedVersion(availability.resource) : undefined;
    if (installed === undefined) continue;
    const { definition } = installed;
    const { file } = definition.origin;
    if (file !== undefined) return inFile(resolve(folder, file.name), definition, gvk.version);
    const text = definitionText(definition);
    const uri = asDocument(definition, text);
    const start = new LineIndex(text).position(Math.max(0, text.indexOf(`- name: ${gvk.version}\n`)));
    if (uri !== undefined) return [{ uri, range: { start, end: start } }];
  }
  return [];
}

function inFile(path: string, { versions, spec }: CustomDefinition, version: string): Location[] {
  // Positions in a packed chart cannot be shown.
  if (isChartYaml(path)) return [{ uri: uriOf(path), range: atStart }];
  const span = versions.find(({ name }) => name === version)?.span ?? spec;
  const content = readText(path);
  if (!content.ok) return [];
  const range = span === undefined ? atStart : new LineIndex(content.text).range(span);
  return [{ uri: uriOf(path), range }];
}

/** Resources of a kind and name, in the expected namespace if they have one. */
function located(
  resources: readonly KnownResource[],
  { kind, group, name, namespace }: NamedObject,
  defaultNamespace: string | undefined,
): Location[] {
  const wanted = namespace ?? defaultNamespace;
  const found = resources.filter(
    (resource) =>
      resource.kind === kind &&
      resource.name === name &&
      (group === undefined || parseGroupVersion(resource.apiVersion)?.group === group),
  );
  const fitting = found.filter((knownResource) => (knownResource.namespace ?? wanted) === wanted);
  return (fitting.length > 0 ? fitting : found).map(({ path, range }) => ({ uri: uriOf(path), range }));
}
