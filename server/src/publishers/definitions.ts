import { digestOf } from '../crd/definitionDigest.ts';
import { definitionsIn, mayDefine } from '../crd/definitionList.ts';
import { readDefinition } from '../crd/readDefinition.ts';
import type { ManifestDocument, Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { isAddedFileName } from '../workspace/settings/lockFile.ts';
import { SourceProblem } from './problem.ts';
import type { PublishedFile } from './published.ts';

/** A CustomResourceDefinition with its original text, stored in its own file. */
export interface StoredDefinition {
  /** `GROUP_PLURAL.yaml`, or `.json`. */
  readonly file: string;
  readonly text: string;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  /** The file at the source. */
  readonly from: string;
  /** Equal for equivalent definitions. */
  readonly digest: string;
  /** Whether its apiVersion is `apiextensions.k8s.io/v1beta1`, for servers before 1.22. */
  readonly isBeta: boolean;
}

/**
 * The CustomResourceDefinitions in the files of a source, one for each kind, by file. Throws a {@link SourceProblem} if
 * there are none, or if two of one kind differ.
 *
 * @param groups the wanted API groups; empty for all.
 */
export function definitionsInFiles(
  files: readonly PublishedFile[],
  groups: readonly string[],
): readonly StoredDefinition[] {
  const kept = new Map<string, StoredDefinition>();
  const templates: string[] = [];
  for (const file of files) {
    const found = definitionsInFile(file);
    if (found.length === 0 && file.text.includes('{{')) templates.push(file.name);
    for (const definition of found) {
      if (groups.length > 0 && !groups.includes(definition.group)) continue;
      const name = `${definition.kind}.${definition.group}`;
      const other = kept.get(name);
      const { isBeta } = definition;
      // Projects publish v1beta1 for old clusters beside v1.
      if (other === undefined || (other.isBeta && !isBeta)) kept.set(name, definition);
      else if (other.isBeta === isBeta && other.digest !== definition.digest) throw contradiction(other, definition);
    }
  }
  if (kept.size === 0) throw noDefinitions(templates, groups);
  return [...kept.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

function contradiction(storedDefinition: StoredDefinition, other: StoredDefinition): SourceProblem {
  const { kind, group } = storedDefinition;
  return new SourceProblem(
    `${storedDefinition.from} and ${other.from} both define ${kind} of ${group}, but differ`,
    `name the right file or folder after two slashes: SOURCE//${folderOf(storedDefinition.from)}`,
  );
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? file : file.slice(0, slash);
}

function noDefinitions(templates: readonly string[], groups: readonly string[]): SourceProblem {
  const [template] = templates;
  if (template !== undefined) {
    return new SourceProblem(
      `its CustomResourceDefinitions are in templates, such as ${template}, which cannot be rendered here`,
      'name a release file with them, or render the chart (helm template --include-crds) and add the output',
    );
  }
  const ofGroups = groups.length === 0 ? '' : ` of ${groups.join(', ')}`;
  return new SourceProblem(
    `there is no CustomResourceDefinition${ofGroups} in it`,
    'check the version, and name the file or folder of the definitions: SOURCE//FOLDER',
  );
}

function definitionsInFile({ name, text }: PublishedFile): readonly StoredDefinition[] {
  if (!mayDefine(text)) return [];
  const manifest = readManifest(text);
  return findResources(manifest, name).resources.flatMap((resource): StoredDefinition[] => {
    const definition = readDefinition(resource, { label: name, file: undefined, isPartial: false });
    const document = manifest.documents.find(({ index }) => index === resource.document);
    if (definition?.spec === undefined || document === undefined || resource.embedded !== undefined) return [];
    const definitionText = textOf(text, resource, document);
    const { group, kind, plural, spec } = definition;
    const isJson = definitionText.trimStart().startsWith('{');
    const file = `${group}_${plural}.${isJson ? 'json' : 'yaml'}`;
    const digest = `${digestOf(spec)} ${definition.writtenAs}`;
    const [again] = definitionsIn(definitionText, file);
    const isSame = again?.spec !== undefined && `${digestOf(again.spec)} ${again.writtenAs}` === digest;
    // Skips a definition that depends on other parts of its file, such as anchors, or whose file name is invalid.
    if (!isAddedFileName(file) || !isSame) return [];
    const versions = definition.versions.map((version) => version.name);
    const isBeta = definition.writtenAs?.endsWith('/v1beta1') === true;
    return [{ file, text: definitionText, group, kind, versions, from: name, digest, isBeta }];
  });
}

/** The text of a resource: its document as written, or the unindented item of a List. */
function textOf(text: string, { item, root }: Resource, { span }: ManifestDocument): string {
  if (item === undefined) return trimmed(text.slice(span.start, span.end));
  const written = text.slice(root.start, root.end);
  const column = root.start - (text.lastIndexOf('\n', root.start - 1) + 1);
  return trimmed(root.flow ? written : written.replaceAll(new RegExp(`\\n {1,${Math.max(1, column)}}`, 'g'), '\n'));
}

/** Removes blank lines at the start and adds a line break at the end. */
function trimmed(text: string): string {
  const start = text.replace(/^(?:[ \t]*\r?\n)+/, '');
  return start.endsWith('\n') ? start : `${start}\n`;
}
