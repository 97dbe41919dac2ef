import type { FileContext } from '../kustomize/fileContext.ts';
import { kustomizeFileOf } from '../kustomize/kustomizeFile.ts';
import { type PatchedKind, patchAt } from '../kustomize/patches.ts';
import { withWebhook } from '../kustomize/webhooks.ts';
import type { Manifest, ManifestDocument, NotJudged, Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { type FoundResources, findResources } from '../manifest/resources/findResources.ts';
import { embeddedInKustomization, embeddedInResource, lastAppliedOf } from './embeddedIn.ts';
import { storedHelmRelease } from './helmReleases.ts';
import { isKubeadmPatch, kubeadmPatchFile } from './kubeadmPatches.ts';
import { isMarkdown, readMarkdown } from './markdown.ts';

/** A file with everything in it that can be judged. */
export interface FoundInFile extends FoundResources {
  readonly manifest: Manifest;
}

/**
 * Finds every API object of a file: documents, objects in fields of others, in kustomizations and in Markdown fences.
 *
 * @param path the location of the file, with `/`.
 * @param context what kustomizations say about it.
 * @param lastApplied whether to include kubectl's last-applied objects.
 */
export function findAllResources(text: string, path: string, context: FileContext, lastApplied = false): FoundInFile {
  if (isMarkdown(path)) return inMarkdown(readMarkdown(text), path);
  const manifest = readManifest(text);
  if (context.expectedBy !== undefined) return inTest(manifest, context.expectedBy);
  if (context.patch !== undefined) return inPatch(manifest, path, context.patch.target, context);
  const kubeadm = kubeadmPatchFile(path);
  if (kubeadm?.namesType === true && kubeadm.of !== undefined) {
    return inPatch(manifest, path, { kind: kubeadm.of, span: nowhere }, context);
  }
  const found = findResources(manifest, path);
  const { webhooks = [] } = context;
  const resources: Resource[] = [];
  for (const resource of found.resources) {
    if (kubeadm !== undefined && isKubeadmPatch(resource, kubeadm)) {
      resources.push({ ...resource, part: {} });
      continue;
    }
    resources.push(withWebhook(resource, webhooks), ...embeddedInResource(resource, text));
    if (lastApplied) resources.push(...lastAppliedOf(resource, text));
  }
  const unread = found.resources.flatMap((resource): readonly NotJudged[] => {
    const kept = resource.partial === undefined ? storedHelmRelease(resource) : undefined;
    if (kept === undefined || kept.read.ok) return [];
    const detail = `The Helm release in ${kept.path} cannot be read: ${kept.read.problem}`;
    return [{ document: resource.document, reason: 'broken-resource', detail }];
  });
  const patches = found.notJudged.flatMap(({ document, reason }) => {
    const root = manifest.documents[document]?.root;
    return reason === 'not-a-resource' && root !== undefined && kustomizeFileOf(root, path) === 'Kustomization'
      ? embeddedInKustomization(root, document, text, context)
      : [];
  });
  const { problems, unfilled, unnamed } = found;
  const notJudged = unread.length === 0 ? found.notJudged : inOrder([...found.notJudged, ...unread]);
  return {
    manifest,
    resources: partly(patches.length === 0 ? resources : inOrder([...resources, ...patches]), context),
    notJudged,
    problems,
    unfilled,
    unnamed,
  };
}

/** Files whose objects a policy generator merges or compares may have only parts of objects. */
function partly(resources: readonly Resource[], { holdsParts }: FileContext): readonly Resource[] {
  return holdsParts ? resources.map((resource): Resource => ({ part: {}, ...resource })) : resources;
}

/** Documentation often shows excerpts: each object counts as a part. */
function inMarkdown(manifest: Manifest, path: string): FoundInFile {
  const found = findResources(manifest, path);
  const resources = found.resources
    .filter(({ partial }) => partial === undefined)
    .flatMap((resource) => [resource, ...embeddedInResource(resource, manifest.text)])
    .map((resource): Resource => ({ part: {}, ...resource }));
  const notJudged = found.notJudged.map(
    (item): NotJudged => (item.reason === 'broken-resource' ? { ...item, reason: 'syntax-error' } : item),
  );
  return { manifest, resources, notJudged, problems: [], unfilled: [], unnamed: [] };
}

/** Test expectations contain parts of objects with expressions; they are not sent to a server. */
function inTest(manifest: Manifest, expectedBy: string): FoundInFile {
  const notJudged = manifest.documents.map(
    ({ index: document }): NotJudged => ({
      document,
      reason: 'not-a-resource',
      detail: `It is an expected result of ${expectedBy}, and is never applied`,
    }),
  );
  return { manifest, resources: [], notJudged, problems: [], unfilled: [], unnamed: [] };
}

/** The span of a target that only the name of the file tells. */
const nowhere = { start: 0, end: 0 };

/** A file that a kustomization names as a patch, or that kubeadm reads as one, contains only patches. */
function inPatch(
  manifest: Manifest,
  path: string,
  target: PatchedKind | undefined,
  { patched }: FileContext,
): FoundInFile {
  const patches: Resource[] = [];
  const found = findResources(manifest, path);
  const notJudged: NotJudged[] = found.notJudged.filter(({ reason }) => reason !== 'not-a-resource');
  for (const { index: document, root, problems } of manifest.documents) {
    if (root === undefined || problems.length > 0) continue;
    const patch = patchAt(root, target, { text: manifest.text, document, item: undefined, patched });
    if (patch !== undefined) patches.push(...patch);
    else notJudged.push({ document, reason: 'not-a-resource', detail: whyNot(root) });
  }
  const broken = found.resources.filter(({ partial }) => partial !== undefined);
  return { ...found, manifest, resources: inOrder([...patches, ...broken]), notJudged: inOrder(notJudged) };
}

function whyNot(root: NonNullable<ManifestDocument['root']>): string {
  return root.kind === 'list'
    ? 'It is a JSON patch whose kustomization does not name the kind'
    : 'It is a patch without apiVersion and kind';
}

function inOrder<T extends { readonly document: number }>(all: readonly T[]): readonly T[] {
  return [...all].sort((a, b) => a.document - b.document);
}
