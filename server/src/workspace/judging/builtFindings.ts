import type { Finding } from '../../finding.ts';
import { type BuiltPlace, fieldThatWrites, generatorOf } from '../../kustomize/fieldThatWrites.ts';
import { builtFrom } from '../../kustomize/origin.ts';
import { pathInto } from '../../kustomize/sameItem.ts';
import { type Located, locate, pathSteps } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Node } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import { type BuildPatch, mayPatch } from './patchesOfBuild.ts';
import type { SourceFile } from './sourceFile.ts';

/** A finding on an object that was built. */
export interface BuiltFinding {
  readonly built: Resource;
  readonly target: string;
  readonly finding: Finding;
}

/** What may have made an object what it is, besides its manifest. */
export interface Overlays {
  /** The patches that can reach it, in the order in which they are applied. */
  readonly patches: readonly BuildPatch[];
  /** The kustomizations that can reach it, the one that was built first. */
  readonly kustomizations: readonly SourceFile[];
}

/**
 * Puts findings on built objects where what they are about is written: in the manifest that an object came from, in the
 * patch that wrote it, or at the field of the kustomization that did. What these say by themselves is not said again.
 *
 * @param origin the file that the object was made of: its manifest, or the kustomization with its generator.
 * @returns whether the finding has found its place.
 */
export function placeFinding(
  { built, target, finding }: BuiltFinding,
  origin: SourceFile,
  { patches, kustomizations }: Overlays,
): boolean {
  const source = builtFrom(
    built,
    origin.analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [resource] : [])),
  );
  const there = locate(built.root, finding.path);
  const place: BuiltPlace = {
    apiVersion: built.apiVersion,
    kind: built.kind,
    name: built.name,
    steps: pathSteps(finding.path),
    value: there.exact ? there.node : undefined,
    written: undefined,
    message: finding.message,
  };
  if (source === undefined) return placeInKustomization(place, target, finding, [...kustomizations, origin], origin);
  const own = inForm(finding, built.root, source.root);
  if (origin.says(source, target, own)) {
    origin.add(source, target, own);
    return true;
  }
  // A patch says these to name the object that it changes.
  const names = /^(?:apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(finding.path);
  const writers = (names ? [] : patches).flatMap((patch) => {
    const forms = [inForm(finding, built.root, patch.resource.root), finding];
    const form = forms.find(({ path }) => locate(patch.resource.root, path).exact);
    return form !== undefined && mayPatch(patch, source, built) ? [{ ...patch, form }] : [];
  });
  const isKey = spanIs(finding.span, there.key);
  // The last patch that writes a value decides it.
  const writer = writers.at(-1);
  if (writer !== undefined) {
    const at = locate(writer.resource.root, writer.form.path);
    writer.file.add(writer.resource, target, { ...writer.form, span: spanOf(at, isKey), fixes: () => [] });
    return true;
  }
  const at = locate(source.root, own.path);
  const isAsWritten = at.exact && there.exact && isSame(at.node, there.node);
  const changed = { ...place, written: at.exact ? at.node : undefined };
  if (!isAsWritten && placeInKustomization(changed, target, finding, kustomizations, undefined)) return true;
  // What is not as it is written, and no field writes, the kustomization as a whole makes of it.
  if (!isAsWritten && (at.exact || there.exact)) return false;
  origin.add(source, target, { ...own, span: spanOf(at, isKey), fixes: () => [] });
  return true;
}

/** Puts a finding at the field of the outermost kustomization that writes what it is about, or at a generator. */
function placeInKustomization(
  place: BuiltPlace,
  target: string,
  finding: Finding,
  kustomizations: readonly SourceFile[],
  origin: SourceFile | undefined,
): boolean {
  for (const file of kustomizations) {
    const root = rootOf(file);
    const field = root === undefined ? undefined : fieldThatWrites(root, place);
    if (field === undefined) continue;
    file.addAtField(target, finding, field);
    return true;
  }
  const made = origin === undefined ? undefined : rootOf(origin);
  const generator = made === undefined ? undefined : generatorOf(made, place.name ?? '');
  if (origin === undefined || generator === undefined) return false;
  origin.addAtField(target, finding, locate(generator, '').key);
  return true;
}

/** The text of a kustomization as a tree. */
function rootOf({ analysis }: SourceFile): Node | undefined {
  return analysis.manifest.documents[0]?.root;
}

/** A finding with the path that its place has in another form of its object. */
function inForm(finding: Finding, built: Node, form: Node): Finding {
  const steps = pathInto(form, built, pathSteps(finding.path));
  let at = 0;
  const path = finding.path.replaceAll(/\[[^\]]*\]|[^.[\]]+/g, (step) => {
    const name = steps[at++] ?? '';
    return step.startsWith('[') ? `[${name}]` : name;
  });
  return { ...finding, path };
}

function isSame(a: Node, b: Node): boolean {
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.value === b.value;
  return a.kind === b.kind;
}

function spanOf({ node, key, exact }: Located, isKey: boolean): Span {
  const { start, end } = exact && !isKey && node.kind === 'scalar' && node.end > node.start ? node : key;
  return { start, end };
}

function spanIs(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
