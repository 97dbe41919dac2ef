import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { minor } from '../targets/version.ts';
import { kindKey } from './catalog.ts';
import type { ConversionFacts, DefaultFacts, FactValue, ShapeChange } from './conversionFacts.ts';
import type { Changes } from './pack.ts';
import { history } from './packKinds.ts';

/** The lazily parsed part of the pack about conversions; minors are plain numbers there. */
export interface ConversionsPack {
  readonly conversions: readonly ConversionFacts[];
  readonly shapeChanges: readonly ShapeChange[];
}

/** Defaults of a kind in the pack. */
export interface DefaultsRow {
  readonly gvk: GroupVersionKind;
  readonly measuredIn: readonly number[];
  readonly podTemplate?: string;
  readonly cases: readonly DefaultCaseRow[];
}

/** One case of a kind's defaults in the pack; null means no default. */
export interface DefaultCaseRow {
  readonly object: 'empty' | 'filled';
  readonly when?: { readonly path: string; readonly value: string };
  readonly values: Readonly<Record<string, Changes<FactValue>>>;
  readonly absent: Changes<readonly string[]>;
}

/** Parses the conversions of the pack. */
export function readConversions(text: string): ConversionsPack {
  const parsed: unknown = JSON.parse(text);
  if (!isConversions(parsed)) throw new Error('the catalogue has no conversions');
  return parsed;
}

/** Parses the defaults of the pack, by `kindKey`. */
export function readDefaults(text: string): ReadonlyMap<string, DefaultFacts> {
  const parsed: unknown = JSON.parse(text);
  if (!isDefaults(parsed)) throw new Error('the catalogue has no defaults');
  return new Map(parsed.map((row) => [kindKey(row.gvk), defaultFacts(row)]));
}

function defaultFacts({ gvk, measuredIn, podTemplate, cases }: DefaultsRow): DefaultFacts {
  return {
    gvk,
    measuredIn: measuredIn.map(minor),
    podTemplate,
    cases: cases.map(({ object, when, values, absent }) => ({
      object,
      when,
      values: new Map(
        Object.entries(values).map(([path, changes]) => [path, history(changes, (value) => value ?? undefined)]),
      ),
      absent: history(absent, (paths) => paths),
    })),
  };
}

function isConversions(value: unknown): value is ConversionsPack {
  return typeof value === 'object' && value !== null && 'conversions' in value && 'shapeChanges' in value;
}

function isDefaults(value: unknown): value is readonly DefaultsRow[] {
  return Array.isArray(value);
}
