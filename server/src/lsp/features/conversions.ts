import type { ApiSurface } from '../../catalog/surface.ts';
import { relatives } from '../../conversion/families.ts';
import { prepareConversion } from '../../conversion/prepareConversion.ts';
import { conversionFix, takingDefaults } from '../../conversion/versionFix.ts';
import { possibleSurfaces } from '../../crd/possibleSurfaces.ts';
import type { Fix } from '../../finding.ts';
import { asFix, judgedFix } from '../../judge/convertedThenJudged.ts';
import { fixInBuilds } from '../../judge/fixesInBuilds.ts';
import { prepareIn } from '../../judge/prepareIn.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { applyEdits } from '../../text/edit.ts';
import type { Range } from '../../text/lineIndex.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import type { PossibleConversion } from '../protocol.ts';

/** A version that a resource can be converted to, with the fix that does it, and one that takes other defaults. */
export interface Conversion {
  readonly to: string;
  /** Whether one of the document's targets serves it. */
  readonly served: boolean;
  readonly fix: Fix;
  readonly otherwise: Fix | undefined;
}

/** The versions that the resource whose `apiVersion` or `kind` is in the range converts to, the newest first. */
export function conversionsAt(document: JudgedDocument, range: Range): readonly Conversion[] {
  const resource = resourceAt(document, range);
  const groupVersion = resource === undefined ? undefined : parseGroupVersion(resource.apiVersion);
  if (resource === undefined || resource.escaped === true || groupVersion === undefined) return [];
  const gvk = { ...groupVersion, kind: resource.kind };
  const [surfaces, ...others] = possibleSurfaces(
    gvk,
    document.targets.surfaces.map((surface) => surface.named ?? surface),
    document.inputs.path,
  );
  const [surface] = surfaces;
  if (surface === undefined) return [];
  return [...relatives(gvk, surface)].reverse().flatMap((to) => {
    const { text, inputs } = document;
    const prepared = prepareIn(inputs, resource, text, to, surface);
    const served = surfaces.some((apiSurface) => apiSurface.availability(to).state === 'served');
    if (prepared === undefined) return [];
    // Another possible definition would give a different result.
    const edits = JSON.stringify(prepared.edits);
    const isSame = ([apiSurface]: readonly ApiSurface[]) =>
      apiSurface === undefined || JSON.stringify(prepareIn(inputs, resource, text, to, apiSurface)?.edits) === edits;
    if (!others.every(isSame)) return [];
    const other = prepared.pinned.length === 0 ? undefined : prepareConversion(resource, text, to, surface, 'take');
    const unserved = new Set(surfaces.filter((apiSurface) => apiSurface.availability(gvk).state !== 'served'));
    const judged = (fix: Fix) => asFix(judgedFix(fix, resource, text, { ...inputs, surfaces }, unserved));
    const inBuilds = (fix: Fix) => fixInBuilds(judged(fix), resource, text, inputs.context.builds);
    const taking = other === undefined ? undefined : takingDefaults(other);
    const otherwise = taking === undefined ? undefined : inBuilds(taking);
    return [{ to: formatGroupVersion(to), served, fix: inBuilds(conversionFix(prepared, resource)), otherwise }];
  });
}

/** The same for a client that shows them: the whole document after each conversion. */
export function possibleConversions(document: JudgedDocument, range: Range): readonly PossibleConversion[] {
  return conversionsAt(document, range).flatMap(({ to, served, fix: { kind, left, edits } }) => {
    const text = applyEdits(document.text, edits);
    const changes = edits.map(({ span, newText }) => ({ range: document.lines.range(span), newText }));
    return text === undefined ? [] : [{ to, served, kind, notes: [...left], text, edits: changes }];
  });
}

function resourceAt({ analysis, lines }: JudgedDocument, { start, end }: Range): Resource | undefined {
  const judgedResource = analysis.resources.find(({ resource }) =>
    [resource.apiVersionSpan, resource.kindSpan].some((span) => {
      const range = lines.range(span);
      return range.start.line <= end.line && range.end.line >= start.line;
    }),
  );
  return judgedResource?.resource;
}
