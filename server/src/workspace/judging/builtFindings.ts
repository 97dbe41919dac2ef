import type { Finding } from '../../finding.ts';
import { builtFrom } from '../../kustomize/origin.ts';
import { type Located, locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Span } from '../../text/span.ts';
import { type BuildPatch, mayPatch } from './patchesOfBuild.ts';
import type { SourceFile } from './sourceFile.ts';

/** A finding on an object that was built. */
export interface BuiltFinding {
  readonly built: Resource;
  readonly target: string;
  readonly finding: Finding;
}

/**
 * Puts findings on built objects where what they are about is written: in the manifest that an object came from, or in
 * the patch that wrote it. What these say by themselves is not said again.
 *
 * @param origin the file of the object's manifest.
 * @param patches the patches that can reach it, in the order in which they are applied.
 * @returns whether the finding has found its place.
 */
export function placeFinding(
  { built, target, finding }: BuiltFinding,
  origin: SourceFile,
  patches: readonly BuildPatch[],
): boolean {
  const source = builtFrom(
    built,
    origin.analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [resource] : [])),
  );
  if (source === undefined) return false;
  const own = locate(source.root, finding.path);
  // A patch says these to name the object that it changes.
  const names = /^(?:apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(finding.path);
  const writers = (names ? [] : patches).flatMap((patch) => {
    const at = locate(patch.resource.root, finding.path);
    return at.exact && mayPatch(patch, source, built) ? [{ ...patch, at }] : [];
  });
  // The last patch that writes a value decides it.
  const writer = writers.at(-1) ?? { file: origin, resource: source, at: own };
  const isKey = spanIs(finding.span, locate(built.root, finding.path).key);
  writer.file.add(writer.resource, target, { ...finding, span: spanOf(writer.at, isKey), fixes: () => [] });
  return true;
}

function spanOf({ node, key, exact }: Located, isKey: boolean): Span {
  const { start, end } = exact && !isKey && node.kind === 'scalar' && node.end > node.start ? node : key;
  return { start, end };
}

function spanIs(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
