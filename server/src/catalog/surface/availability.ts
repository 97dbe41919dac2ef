import { compareVersions, type GroupVersionKind } from '../../targets/groupVersion.ts';
import type { Minor } from '../../targets/version.ts';
import { type Catalog, type KindFacts, kindKey } from '../catalog.ts';
import type { Availability, EnableInstructions, ServedResource } from '../surface.ts';
import type { InstalledKind } from './enablement.ts';
import { Relatives } from './relatives.ts';
import { gatesOff, isRemoved, newerThanEmulation, type ServingRules } from './served.ts';

/** Whether a target serves a kind, and otherwise why not and what it serves instead. */
export class AvailabilityTable {
  readonly #catalog: Catalog;
  readonly #rules: ServingRules;
  readonly #served: ReadonlyMap<string, ServedResource>;
  readonly #installed: ReadonlyMap<string, InstalledKind>;
  readonly #answers = new Map<string, Availability>();

  constructor(
    catalog: Catalog,
    rules: ServingRules,
    installed: readonly InstalledKind[],
    served: readonly ServedResource[],
  ) {
    this.#catalog = catalog;
    this.#rules = rules;
    this.#installed = new Map(installed.map((candidate) => [kindKey(candidate.kind), candidate]));
    this.#served = new Map(served.map((resource) => [kindKey(resource), resource]));
  }

  /** The answer for a kind. Asking again costs one look-up. */
  of(gvk: GroupVersionKind): Availability {
    const key = kindKey(gvk);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const resource = this.#served.get(key);
    const answer: Availability = resource === undefined ? this.#explain(gvk) : { state: 'served', resource };
    this.#answers.set(key, answer);
    return answer;
  }

  #explain(gvk: GroupVersionKind): Availability {
    if (!this.#catalog.isBuiltInGroup(gvk.group)) return { state: 'custom' };
    const facts = this.#catalog.kind(gvk);
    if (facts === undefined) return this.#unknown(gvk);
    if (facts.resource === undefined || facts.served.length === 0) return { state: 'not-a-resource', facts };
    const installed = this.#installed.get(kindKey(gvk));
    return installed === undefined ? this.#notInBinary(facts) : this.#notServed(installed);
  }

  #unknown(gvk: GroupVersionKind): Availability {
    const known = this.#catalog.kindsOf(gvk.group, gvk.kind);
    if (known.length > 0) return { state: 'unknown-version', known, alternatives: this.#alternatives(gvk) };
    const kinds = this.#catalog.kinds.filter(({ group, served }) => group === gvk.group && served.length > 0);
    return { state: 'unknown-kind', kinds: [...new Set(kinds.map(({ kind }) => kind))].sort() };
  }

  #notInBinary(facts: KindFacts): Availability {
    const { binary } = this.#rules.versions;
    const alternatives = this.#alternatives(facts);
    const lastServed = latest(facts.served.flatMap(({ last }) => (last !== undefined && last < binary ? [last] : [])));
    const introduced = facts.served.find(({ first }) => first > binary)?.first;
    if (lastServed === undefined && introduced !== undefined) {
      return { state: 'not-yet-served', facts, introduced, inBinary: false, alternatives };
    }
    return { state: 'removed', facts, lastServed: lastServed ?? binary, alternatives };
  }

  #notServed(installed: InstalledKind): Availability {
    const { kind: facts } = installed;
    const { versions, emulates } = this.#rules;
    const alternatives = this.#alternatives(facts);
    if (emulates && isRemoved(installed, versions)) {
      const lastServed = latest(facts.served.flatMap(({ last }) => (last === undefined ? [] : [last])));
      return { state: 'removed', facts, lastServed: lastServed ?? versions.emulation, alternatives };
    }
    const introduced = emulates ? newerThanEmulation(installed, versions) : undefined;
    if (introduced !== undefined) return { state: 'not-yet-served', facts, introduced, inBinary: true, alternatives };
    return { state: 'not-enabled', facts, enable: this.#enable(installed), alternatives };
  }

  #enable(installed: InstalledKind): EnableInstructions {
    const { kind, resource } = installed;
    const { enablement, gates } = this.#rules;
    return {
      runtimeConfig: enablement.isOn(kind, resource) ? undefined : { group: kind.group, version: kind.version },
      gates: gatesOff(installed, this.#rules).map((name) => ({ name, settable: gates.get(name)?.locked === false })),
    };
  }

  /** Served versions of the same kind and group first, most preferred first, then those of related kinds. */
  #alternatives(gvk: GroupVersionKind): readonly ServedResource[] {
    return Relatives.of(this.#catalog)
      .nearestFirst(gvk)
      .flatMap(({ group, kind }) =>
        this.#catalog
          .kindsOf(group, kind)
          .flatMap((facts) => this.#served.get(kindKey(facts)) ?? [])
          .sort((a, b) => compareVersions(a.version, b.version)),
      );
  }
}

function latest(minors: readonly Minor[]): Minor | undefined {
  return [...minors].sort((a, b) => b - a)[0];
}
