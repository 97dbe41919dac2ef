import { ErrorCodes, type Location, type Range, ResponseError, type WorkspaceEdit } from 'vscode-languageserver/node';
import { isOfKind, type NamedObject } from '../../insight/nameReference.ts';
import { namesIn, type WrittenName } from '../../insight/referencesIn.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { LineIndex, type Position } from '../../text/lineIndex.ts';
import { touches } from '../../text/span.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { uriOf } from '../uris.ts';
import type { KnownResource } from '../workspaceResources.ts';

/** The files of the workspace. */
export interface NameLookup {
  readonly resources: () => Promise<readonly KnownResource[]>;
  /** The text of a file, in the editor or on disk; undefined if it cannot be read. */
  readonly textOf: (path: string) => string | undefined;
}

/** A place in the workspace where an object is named. */
interface Place {
  readonly location: Location;
  readonly isOwn: boolean;
}

/** Answers `textDocument/references`: where the object is named that a position names, or is. */
export async function references(
  document: JudgedDocument,
  position: Position,
  withOwn: boolean,
  lookup: NameLookup,
): Promise<Location[]> {
  const at = nameAt(document, position);
  if (at === undefined) return [];
  const places = await placesOf(at, document, lookup);
  return places.filter(({ isOwn }) => withOwn || !isOwn).map(({ location }) => location);
}

/** Answers `textDocument/prepareRename`: the name at a position; null where there is none. */
export function renameRange(
  document: JudgedDocument,
  position: Position,
): { range: Range; placeholder: string } | null {
  const at = nameAt(document, position);
  return at === undefined ? null : { range: document.lines.range(at.span), placeholder: at.name };
}

/** The longest name of an object: `DNS1123SubdomainMaxLength` in k8s.io/apimachinery, pkg/util/validation. */
const longestName = 253;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Answers `textDocument/rename`: the object and everything that names it, in all files. */
export async function rename(
  document: JudgedDocument,
  position: Position,
  name: string,
  lookup: NameLookup,
): Promise<WorkspaceEdit | null> {
  const at = nameAt(document, position);
  if (at === undefined) return null;
  if (name.length > longestName || !subdomain.test(name)) {
    const what = `"${name}" is not a name of an object: write lower case letters, digits, "-" and ".", at most ${longestName}.`;
    throw new ResponseError(ErrorCodes.InvalidParams, what);
  }
  const changes: Record<string, { range: Range; newText: string }[]> = {};
  for (const { location } of await placesOf(at, document, lookup)) {
    const edits = changes[location.uri] ?? [];
    changes[location.uri] = [...edits, { range: location.range, newText: name }];
  }
  return { changes };
}

function nameAt({ analysis, lines, targets }: JudgedDocument, position: Position): WrittenName | undefined {
  const offset = offsetAt(lines, position);
  const [surface] = targets.surfaces;
  if (surface === undefined) return undefined;
  const around = analysis.resources.filter(({ resource }) => touches(resource.root, offset));
  return around.flatMap(({ resource }) => namesIn(resource, surface)).find(({ span }) => touches(span, offset));
}

async function placesOf(
  wanted: WrittenName,
  document: JudgedDocument,
  { resources, textOf }: NameLookup,
): Promise<readonly Place[]> {
  const [surface] = document.targets.surfaces;
  if (surface === undefined) return [];
  const paths = [...new Set((await resources()).map(({ path }) => path))];
  const others = paths.map((path) => ({ uri: uriOf(path), path, text: textOf(path) }));
  // The document may be in no file yet.
  return [document, ...others.filter(({ uri }) => uri !== document.uri)].flatMap(({ uri, path, text }) => {
    // Reading costs more than searching.
    if (text?.includes(wanted.name) !== true) return [];
    const lines = new LineIndex(text);
    const found = findResources(readManifest(text), path.replaceAll('\\', '/')).resources;
    const names = found.flatMap((resource) => namesIn(resource, surface)).filter((name) => isSame(name, wanted));
    return names.map(({ span, isOwn }) => ({ location: { uri, range: lines.range(span) }, isOwn }));
  });
}

/** An omitted namespace may be any: it is chosen when the file is applied. */
function isSame(name: NamedObject, wanted: NamedObject): boolean {
  const isNear = name.namespace === undefined || wanted.namespace === undefined || name.namespace === wanted.namespace;
  return name.name === wanted.name && isOfKind(name, wanted) && isNear;
}
