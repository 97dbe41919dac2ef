import type { Finding } from '../../finding.ts';
import { type BuiltValue, fieldThatWrites, generatorOf } from '../../kustomize/fieldThatWrites.ts';
import { builtFrom } from '../../kustomize/origin.ts';
import { pathInto } from '../../kustomize/sameItem.ts';
import { type LocatedValue, locate, pathSteps } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Node } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import { type BuildPatch, mayPatch } from './patchesOfBuild.ts';
import type { SourceFile } from './sourceFile.ts';

/** A finding on an object that was built. */
export interface BuiltFinding {
  readonly built: Resource;
  /** The name of the build. */
  readonly build: string;
  readonly target: string;
  readonly finding: Finding;
}

/** Inputs besides its manifest that may have changed an object. */
export interface Overlays {
  /** The patches that can affect it, in the order of application. */
  readonly patches: readonly BuildPatch[];
  /** The kustomizations that can reach it, the one that was built first. */
  readonly kustomizations: readonly SourceFile[];
}

/**
 * Maps findings on built objects to their source: the manifest of the object, the patch that wrote the value, or the
 * field of the kustomization. Findings that the source has itself are not repeated.
 *
 * @param origin the file of the object: its manifest, or the kustomization with its generator.
 * @returns whether the finding was placed.
 */
export function locateFinding(
  { built, build, target, finding }: BuiltFinding,
  origin: SourceFile,
  { patches, kustomizations }: Overlays,
): boolean {
  const source = builtFrom(
    built,
    origin.analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [resource] : [])),
  );
  const located = locate(built.root, finding.path);
  const value: BuiltValue = {
    apiVersion: built.apiVersion,
    kind: built.kind,
    name: built.name,
    steps: pathSteps(finding.path),
    value: located.exact ? located.node : undefined,
    written: undefined,
    message: finding.message,
  };
  if (source === undefined) return locateInKustomization(value, target, finding, [...kustomizations, origin], origin);
  const ofSource = inForm(finding, built.root, source.root);
  if (origin.hasFinding(source, target, ofSource)) {
    origin.add(source, target, ofSource, build);
    return true;
  }
  // A patch contains these to identify the object.
  const names = /^(?:apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(finding.path);
  const writers = (names ? [] : patches).flatMap((patch) => {
    const forms = [inForm(finding, built.root, patch.resource.root), finding];
    const form = forms.find(({ path }) => locate(patch.resource.root, path).exact);
    return form !== undefined && mayPatch(patch, source, built) ? [{ ...patch, form }] : [];
  });
  const isKey = spanIs(finding.span, located.key);
  // The last patch that writes a value decides it.
  const writer = writers.at(-1);
  if (writer !== undefined) {
    const at = locate(writer.resource.root, writer.form.path);
    writer.file.add(writer.resource, target, { ...writer.form, span: spanOf(at, isKey), fixes: () => [] }, build);
    return true;
  }
  const at = locate(source.root, ofSource.path);
  const isAsWritten = at.exact && located.exact && isSame(at.node, located.node);
  const changed = { ...value, written: at.exact ? at.node : undefined };
  if (!isAsWritten && locateInKustomization(changed, target, finding, kustomizations, undefined)) return true;
  // A changed value that no field writes is the result of the whole kustomization.
  if (!isAsWritten && (at.exact || located.exact)) return false;
  origin.add(source, target, { ...ofSource, span: spanOf(at, isKey), fixes: () => [] }, build);
  return true;
}

/** Places a finding at the field of the outermost kustomization that writes the value, or at a generator. */
function locateInKustomization(
  built: BuiltValue,
  target: string,
  finding: Finding,
  kustomizations: readonly SourceFile[],
  origin: SourceFile | undefined,
): boolean {
  for (const file of kustomizations) {
    const root = rootOf(file);
    const field = root === undefined ? undefined : fieldThatWrites(root, built);
    if (field === undefined) continue;
    file.addAtField(target, finding, field);
    return true;
  }
  const originRoot = origin === undefined ? undefined : rootOf(origin);
  const generator = originRoot === undefined ? undefined : generatorOf(originRoot, built.name ?? '');
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

function spanOf({ node, key, exact }: LocatedValue, isKey: boolean): Span {
  const { start, end } = exact && !isKey && node.kind === 'scalar' && node.end > node.start ? node : key;
  return { start, end };
}

function spanIs(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
