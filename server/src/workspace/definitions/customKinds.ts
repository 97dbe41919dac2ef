import { takesDefinition } from '../../checks/invalid/takesDefinition.ts';
import { definitionIn } from '../../checks/shadowed-definition/check.ts';
import { digestOf } from '../../crd/definitionDigest.ts';
import { isDefinition } from '../../crd/readDefinition.ts';
import type { Analysis, JudgedResource, Verdict } from '../../judge/analysis.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { ReportedResource } from '../../report/buildReport.ts';
import { parseGroupVersion } from '../../target/groupVersion.ts';
import type { LineIndex, Range } from '../../text/lineIndex.ts';
import type { Span } from '../../text/span.ts';
import type { FileSettings } from '../settings/targetSelection.ts';

/** What a file has to do with custom resources. Plain data. */
export interface CustomKindsOfFile {
  /** The kinds that it has CustomResourceDefinitions of, in its order. */
  readonly defined: readonly DefinedKind[];
  /** The API groups of resources that were not judged, because nothing defines them. */
  readonly undefined: readonly string[];
}

/** A kind that a file defines, in whatever version. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  /** Of the definition: equal where two say the same. Undefined in a template, which may come to define nothing. */
  readonly digest: string | undefined;
  /** The targets of the file that take the definition; at others another one counts where there is any. */
  readonly takenBy: readonly string[];
  /**
   * Where there is something to say of it should another definition count, whichever that is: the second look, in which
   * it is known, is then spared. Undefined where it takes one to tell.
   */
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

/** Nothing. */
export const noCustomKinds: CustomKindsOfFile = { defined: [], undefined: [] };

/** A file that was judged. */
export interface JudgedText {
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly settings: FileSettings;
  /** A look at the file alone, at objects that are created: no definition elsewhere is known yet. */
  readonly alone: boolean;
}

const unknownStates: ReadonlySet<string> = new Set(['custom', 'custom-kind-unknown']);

/** Gives what a file has to do with custom resources. The common answer, nothing, costs a look at each resource. */
export function customKindsOf(judged: JudgedText): CustomKindsOfFile {
  const defined: DefinedKind[] = [];
  const unknown = new Set<string>();
  const { resources, packed } = judged.analysis;
  const all = packed === undefined ? resources : [...resources, ...packed.resources];
  if (!all.some(({ resource, verdicts }) => isDefinition(resource) || isUnknown(verdicts))) return noCustomKinds;
  // What a comment ignores is known only when everything is judged.
  const alone = judged.alone && judged.analysis.suppressed === undefined;
  const told = { ...judged, alone };
  for (const one of all) {
    const { resource, verdicts } = one;
    if (isUnknown(verdicts)) {
      const group = resource.part?.of === undefined ? groupOf(resource) : resource.part.of.group;
      if (group !== undefined) unknown.add(group);
    } else {
      const kind = definedBy(one, told);
      if (kind !== undefined) defined.push(kind);
    }
  }
  return { defined, undefined: [...unknown] };
}

function isUnknown(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ availability }) => unknownStates.has(availability.state));
}

function definedBy(one: JudgedResource, judged: JudgedText): DefinedKind | undefined {
  const { resource, verdicts } = one;
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
  const isPacked = judged.analysis.packed?.resources.includes(one) === true;
  const found = isPacked ? undefined : ifShadowed(resource, judged, { group, kind, served });
  return { group, kind, digest, takenBy, ifShadowed: found };
}

const refusals: ReadonlySet<string> = new Set(['not-served', 'invalid']);

function ifShadowed(
  { document, item, apiVersion, kind, namespace, name, kindSpan }: Resource,
  { lines, settings: { surfaces }, alone }: JudgedText,
  defined: { readonly group: string; readonly kind: string; readonly served: string | undefined },
): ShadowedPlace | undefined {
  if (!alone) return undefined;
  const { group, kind: ofKind, served } = defined;
  const targets = surfaces.flatMap((surface) => {
    if (served === undefined) return [];
    const { state } = surface.availability({ group, version: served, kind: ofKind });
    return unknownStates.has(state) ? [surface.name] : [];
  });
  const resource = { document, item, apiVersion, kind, namespace, name };
  return { resource, span: kindSpan, range: lines.range(kindSpan), targets };
}

function groupOf({ apiVersion }: Resource): string {
  return parseGroupVersion(apiVersion)?.group ?? '';
}
