import type { ApiSurface } from '../../catalog/surface.ts';
import { takesDefinition } from '../../checks/invalid/takesDefinition.ts';
import { definitionIn } from '../../checks/shadowed-definition/shadowedDefinition.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { digestOf } from '../../crd/definitionDigest.ts';
import { isDefinition } from '../../crd/readDefinition.ts';
import type { Analysis, JudgedResource } from '../../judge/analysis.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { ReportedResource } from '../../report/buildReport.ts';
import type { LineIndex, Range } from '../../text/lineIndex.ts';
import type { Span } from '../../text/span.ts';

/** A kind that a file defines, in whatever version. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  /** Of the definition: equal where two say the same. Undefined in a template, which may come to define nothing. */
  readonly digest: string | undefined;
  /** The targets of the file that take the definition; at others another one counts where there is any. */
  readonly takenBy: readonly string[];
  /** Where there is something to say of it should another definition count; undefined where nothing is to be said. */
  readonly ifShadowed: ShadowedPlace | undefined;
}

/** The place of a definition beside which there may be another one. */
export interface ShadowedPlace {
  readonly resource: ReportedResource;
  /** Where it says that it is a definition. */
  readonly span: Span;
  readonly range: Range;
  /** The targets that have none of their own, which would count before those of files. */
  readonly targets: readonly string[];
}

/** A file that was judged. */
export interface JudgedText {
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly surfaces: readonly ApiSurface[];
}

const none: readonly DefinedKind[] = [];

/** The kinds that a judged file has CustomResourceDefinitions of, in its order. The common answer costs a look at each resource. */
export function definedKinds(judged: JudgedText): readonly DefinedKind[] {
  const { resources, packed } = judged.analysis;
  const all = packed === undefined ? resources : [...resources, ...packed.resources];
  if (!all.some(({ resource }) => isDefinition(resource))) return none;
  return all.flatMap((judgedResource) => definedBy(judgedResource, judged) ?? []);
}

/** The same of the definitions of a file that is read and not judged: nothing is to be said of it. */
export function definedKindsOf(
  definitions: readonly CustomDefinition[],
  surfaces: readonly ApiSurface[],
): readonly DefinedKind[] {
  return definitions.flatMap((definition): readonly DefinedKind[] => {
    const { group, kind, spec } = definition;
    if (spec === undefined) return [];
    const takenBy = surfaces.filter((surface) => takesDefinition(definition, surface)).map(({ name }) => name);
    return [{ group, kind, digest: digestOf(spec), takenBy, ifShadowed: undefined }];
  });
}

function definedBy(judgedResource: JudgedResource, judged: JudgedText): DefinedKind | undefined {
  const { resource, verdicts } = judgedResource;
  const definition = definitionIn(resource);
  if (definition?.spec === undefined) return undefined;
  const { group, kind, spec, versions } = definition;
  const served = versions.find((version) => version.served)?.name;
  const digest = judged.analysis.template === undefined ? digestOf(spec) : undefined;
  const takenBy = verdicts.flatMap(({ surface, findings }) => {
    // What is not refused at all is taken; looking whether that is for the schema costs.
    const isRefused = findings.some(({ consequence }) => refusals.has(consequence));
    return isRefused && !takesDefinition(definition, surface) ? [] : [surface.name];
  });
  // What is in an archive is said of another place, with where it is.
  const isPacked = judged.analysis.packed?.resources.includes(judgedResource) === true;
  const found = isPacked ? undefined : ifShadowed(resource, judged, { group, kind, served });
  return { group, kind, digest, takenBy, ifShadowed: found };
}

const refusals: ReadonlySet<string> = new Set(['not-served', 'invalid']);

function ifShadowed(
  { document, item, apiVersion, kind, namespace, name, kindSpan }: Resource,
  { lines, surfaces }: JudgedText,
  defined: { readonly group: string; readonly kind: string; readonly served: string | undefined },
): ShadowedPlace | undefined {
  const { group, kind: ofKind, served } = defined;
  // The one in the file is counted as well.
  const isTheOnly = (surface: ApiSurface) => (surface.definitionsAtMost?.(group, ofKind) ?? 0) < 2;
  const targets = served === undefined ? [] : surfaces.filter(isTheOnly).map(({ name }) => name);
  const resource = { document, item, apiVersion, kind, namespace, name };
  return { resource, span: kindSpan, range: lines.range(kindSpan), targets };
}
