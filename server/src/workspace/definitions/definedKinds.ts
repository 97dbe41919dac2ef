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

/** A kind that a file defines, in any version. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  /** The definition's digest: equal for equivalent ones. Undefined in a template, which may define nothing. */
  readonly digest: string | undefined;
  /** The targets of the file that accept the definition; others use another one, if there is any. */
  readonly acceptedBy: readonly string[];
  /** Where to report it if another definition takes precedence; undefined if nothing is reported. */
  readonly ifShadowed: ShadowedDefinition | undefined;
}

/** The location of a definition from which another one may differ. */
export interface ShadowedDefinition {
  readonly resource: ReportedResource;
  /** The span that identifies it as a definition. */
  readonly span: Span;
  readonly range: Range;
  /** The targets without definitions of their own, which would take precedence. */
  readonly targets: readonly string[];
}

/** A file that was judged. */
export interface JudgedText {
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly surfaces: readonly ApiSurface[];
}

const none: readonly DefinedKind[] = [];

/**
 * The kinds that the CustomResourceDefinitions of a judged file define, in order. Cheap in the common case that there
 * are none.
 */
export function definedKinds(judged: JudgedText): readonly DefinedKind[] {
  const { resources, packed } = judged.analysis;
  const all = packed === undefined ? resources : [...resources, ...packed.resources];
  if (!all.some(({ resource }) => isDefinition(resource))) return none;
  return all.flatMap((judgedResource) => definedBy(judgedResource, judged) ?? []);
}

/** The same for the definitions of a file that is read but not judged: nothing is reported there. */
export function definedKindsOf(
  definitions: readonly CustomDefinition[],
  surfaces: readonly ApiSurface[],
): readonly DefinedKind[] {
  return definitions.flatMap((definition): readonly DefinedKind[] => {
    const { group, kind, spec } = definition;
    if (spec === undefined) return [];
    const acceptedBy = surfaces.filter((surface) => takesDefinition(definition, surface)).map(({ name }) => name);
    return [{ group, kind, digest: digestOf(spec), acceptedBy, ifShadowed: undefined }];
  });
}

function definedBy(judgedResource: JudgedResource, judged: JudgedText): DefinedKind | undefined {
  const { resource, verdicts } = judgedResource;
  const definition = definitionIn(resource);
  if (definition?.spec === undefined) return undefined;
  const { group, kind, spec, versions } = definition;
  const served = versions.find((version) => version.served)?.name;
  const digest = judged.analysis.template === undefined ? digestOf(spec) : undefined;
  const acceptedBy = verdicts.flatMap(({ surface, findings }) => {
    // Without refusals it is accepted; finding out whether the schema causes them is expensive.
    const isRefused = findings.some(({ consequence }) => refusals.has(consequence));
    return isRefused && !takesDefinition(definition, surface) ? [] : [surface.name];
  });
  // Findings in an archive are reported elsewhere, with the path.
  const isPacked = judged.analysis.packed?.resources.includes(judgedResource) === true;
  const found = isPacked ? undefined : ifShadowed(resource, judged, { group, kind, served });
  return { group, kind, digest, acceptedBy, ifShadowed: found };
}

const refusals: ReadonlySet<string> = new Set(['not-served', 'invalid']);

function ifShadowed(
  { document, item, apiVersion, kind, namespace, name, kindSpan }: Resource,
  { lines, surfaces }: JudgedText,
  defined: { readonly group: string; readonly kind: string; readonly served: string | undefined },
): ShadowedDefinition | undefined {
  const { group, kind: ofKind, served } = defined;
  // The definition in the file is counted as well.
  const isTheOnly = (surface: ApiSurface) => (surface.definitionsAtMost?.(group, ofKind) ?? 0) < 2;
  const targets = served === undefined ? [] : surfaces.filter(isTheOnly).map(({ name }) => name);
  const resource = { document, item, apiVersion, kind, namespace, name };
  return { resource, span: kindSpan, range: lines.range(kindSpan), targets };
}
