import { compareVersions, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor, type Minor, minor } from '../targets/version.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { type BinaryFacts, type Catalog, type GatedField, type KindFacts, kindKey, type Preview } from './catalog.ts';
import type { ConversionFacts, DefaultFacts, ShapeChange } from './conversionFacts.ts';
import { type GatedFieldRow, isPack, type Pack } from './pack.ts';
import { type ConversionsPack, readConversions, readDefaults } from './packConversions.ts';
import { binaryFacts, gateFacts } from './packGates.ts';
import { kindFacts } from './packKinds.ts';
import { TypeTable } from './packTypes.ts';

/**
 * Loads the catalogue from the generated pack (`server/data/catalog.json`, parsed as JSON). Types, defaults and
 * conversions are read lazily. Throws an Error for another format: the pack ships with the program, so that is a bug.
 */
export function loadCatalog(pack: unknown): Catalog {
  if (!isPack(pack)) throw new Error('catalog.json is not a catalogue of the format that this program reads');
  return new PackedCatalog(pack);
}

class PackedCatalog implements Catalog {
  readonly version: string;
  readonly oldest: Minor;
  readonly newest: Minor;
  readonly preview?: Preview;
  readonly kinds: readonly KindFacts[];
  readonly gates: Catalog['gates'];
  readonly #pack: Pack;
  readonly #types: TypeTable;
  readonly #kinds = new Map<string, KindFacts>();
  readonly #typeNames = new Map<KindFacts, string>();
  readonly #versions = new Map<string, readonly KindFacts[]>();
  readonly #groups = new Set<string>();
  readonly #binaries: ReadonlyMap<number, BinaryFacts>;
  #gatedFields: readonly GatedField[] | undefined;
  #defaults: ReadonlyMap<string, DefaultFacts> | undefined;
  #conversions: ConversionsPack | undefined;

  constructor(pack: Pack) {
    this.#pack = pack;
    this.version = pack.version;
    this.oldest = minor(pack.oldest);
    this.newest = minor(pack.newest);
    if (pack.preview !== undefined) this.preview = { minor: minor(pack.preview[0]), release: pack.preview[1] };
    this.kinds = pack.kinds.map(kindFacts);
    this.gates = new Map(pack.gates.map((row) => [row[0], gateFacts(row)]));
    this.#types = new TypeTable(pack.types);
    pack.kinds.forEach((row, index) => {
      const facts = this.kinds[index];
      if (facts === undefined) return;
      this.#kinds.set(kindKey(facts), facts);
      this.#typeNames.set(facts, row[4]);
      this.#groups.add(facts.group);
    });
    this.#binaries = new Map(pack.binaries.map((row) => [row.minor, binaryFacts(row)]));
  }

  kind(gvk: GroupVersionKind): KindFacts | undefined {
    return this.#kinds.get(kindKey(gvk));
  }

  kindsOf(group: string, kind: string): readonly KindFacts[] {
    const key = `${group}/${kind}`;
    return getOrInsertComputed(this.#versions, key, () =>
      this.kinds
        .filter((facts) => facts.group === group && facts.kind === kind)
        .sort((a, b) => compareVersions(a.version, b.version)),
    );
  }

  isBuiltInGroup(group: string): boolean {
    return this.#groups.has(group);
  }

  binary(binary: Minor): BinaryFacts {
    const facts = this.#binaries.get(binary);
    if (facts === undefined) throw new RangeError(`the catalogue has no binary ${formatMinor(binary)}`);
    return facts;
  }

  rootType(binary: Minor, gvk: GroupVersionKind) {
    const facts = this.kind(gvk);
    return facts && this.#types.type(binary, this.#typeNames.get(facts) ?? '');
  }

  type(binary: Minor, name: string) {
    return this.#types.type(binary, name);
  }

  get gatedFields(): readonly GatedField[] {
    this.#gatedFields ??= readGatedFields(this.#pack.gatedFields);
    return this.#gatedFields;
  }

  defaults(gvk: GroupVersionKind): DefaultFacts | undefined {
    this.#defaults ??= readDefaults(this.#pack.defaults);
    return this.#defaults.get(kindKey(gvk));
  }

  get conversions(): readonly ConversionFacts[] {
    return this.#readConversions().conversions;
  }

  get shapeChanges(): readonly ShapeChange[] {
    return this.#readConversions().shapeChanges;
  }

  #readConversions(): ConversionsPack {
    this.#conversions ??= readConversions(this.#pack.conversions);
    return this.#conversions;
  }
}

function readGatedFields(text: string): readonly GatedField[] {
  const rows: unknown = JSON.parse(text);
  if (!isGatedFields(rows)) throw new Error('the catalogue has no gated fields');
  return rows.map(gatedField);
}

function isGatedFields(value: unknown): value is readonly GatedFieldRow[] {
  return Array.isArray(value);
}

function gatedField([gate, type, field, seen]: GatedFieldRow): GatedField {
  return {
    gate,
    type,
    field,
    seen: seen.map(([[group, version, kind], path, emulations]) => ({
      gvk: { group, version, kind },
      path,
      emulations: emulations.map(minor),
    })),
  };
}
