import { kindKey } from '../catalog/catalog.ts';
import { usesNamespaces } from '../catalog/surface/admissionPlugins.ts';
import type { ApiSurface, Availability, DeclaredAdmission, ServedResource } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import { compareVersions, type GroupVersionKind } from '../targets/groupVersion.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { ConflictingDefinitions } from './conflictingDefinitions.ts';
import type { CustomDefinition } from './definition.ts';
import { servedVersion } from './installed.ts';
import { objectMeta, resourceType } from './resourceType.ts';

/** The topic for admission objects in place of a group: a custom group always has a dot. */
export const admissionTopic = 'admission';

/** Somewhere that definitions are known from. */
export interface DefinitionSource {
  /** The definitions of a group. Called at the first resource of the group, so it may be expensive. */
  definitions(group: string): readonly CustomDefinition[];
  /** The groups that it has definitions of. */
  groups(): readonly string[];
  /**
   * The name of the source if its knowledge of a group is complete, for messages. Undefined if others may add kinds.
   */
  wholeGroup(group: string): string | undefined;
  /** Called for each group that is read; `*` for all. The findings on a file depend only on these groups. */
  asked?(group: string): void;
  /** The maximum number of definitions of a kind, if known without reading them; otherwise they are counted. */
  atMost?(group: string, kind: string): number;
  /**
   * Other objects that the server's admission plugins read, if any.
   *
   * @param byNamespaces whether Namespaces alone matter.
   */
  admission?(byNamespaces: boolean): DeclaredAdmission | undefined;
  /** The history of a kind or its version in other releases of the same set: one sentence, if known. */
  history(gvk: GroupVersionKind): string | undefined;
}

/**
 * A target with CustomResourceDefinitions besides the built-in kinds. Of several definitions of one kind the first
 * source's count; if these differ, the first that serves the requested version is used, and all are given as
 * conflicting. Without sources it is the surface itself; on a target that has some, they add what is unknown there.
 */
export function withCustomKinds(surface: ApiSurface, sources: readonly DefinitionSource[]): ApiSurface {
  if (sources.length === 0) return surface;
  const kinds = new CustomKinds(sources);
  const surfaceWith = (definition: CustomDefinition) => withCustomKinds(surface, [sourceOf(definition), ...sources]);
  return {
    ...surface,
    availability: (gvk) => {
      const known = surface.availability(gvk);
      if (known.state !== 'custom' && known.state !== 'custom-kind-unknown') return known;
      const found = kinds.availability(gvk);
      return found.state === 'custom' ? known : found;
    },
    admission: () => {
      kinds.ask(admissionTopic);
      return surface.admission?.() ?? kinds.admission(usesNamespaces(surface.target));
    },
    customResources: () => [...(surface.customResources?.() ?? []), ...kinds.served()],
    definitionsAtMost: (group, kind) => {
      kinds.ask(group);
      return sources.reduce(
        (sum, source) => sum + atMost(source, group, kind),
        surface.definitionsAtMost?.(group, kind) ?? 0,
      );
    },
    definitionConflict: (gvk) => {
      const { state } = surface.availability(gvk);
      if (state !== 'custom' && state !== 'custom-kind-unknown') return surface.definitionConflict?.(gvk);
      return kinds.conflictOf(gvk, surfaceWith);
    },
    rootType: (gvk) => {
      const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
      return surface.rootType(gvk) ?? (metadata && kinds.rootType(gvk, metadata));
    },
  };
}

function atMost(source: DefinitionSource, group: string, kind: string): number {
  return (
    source.atMost?.(group, kind) ?? source.definitions(group).filter((definition) => definition.kind === kind).length
  );
}

/** A source of one definition. */
export function sourceOf(definition: CustomDefinition): DefinitionSource {
  return {
    definitions: (group) => (group === definition.group ? [definition] : []),
    groups: () => [definition.group],
    wholeGroup: () => undefined,
    history: () => undefined,
  };
}

/** The definitions in a group: for each kind, all of the first source that has any, in file order. */
type KindsOfGroup = ReadonlyMap<string, readonly CustomDefinition[]>;

class CustomKinds {
  readonly #sources: readonly DefinitionSource[];
  readonly #groups = new Map<string, KindsOfGroup>();
  readonly #conflicts = new Map<readonly CustomDefinition[], ConflictingDefinitions | undefined>();
  readonly #answers = new Map<string, Availability>();

  constructor(sources: readonly DefinitionSource[]) {
    this.#sources = sources;
  }

  availability(gvk: GroupVersionKind): Availability {
    this.ask(gvk.group);
    const key = kindKey(gvk);
    return getOrInsertComputed(this.#answers, key, () => this.#answer(gvk));
  }

  /** Reports the read group to the sources, even if the answer is cached here. */
  ask(group: string): void {
    for (const source of this.#sources) source.asked?.(group);
  }

  /** The objects of the first source that has any. */
  admission(byNamespaces: boolean): DeclaredAdmission | undefined {
    for (const source of this.#sources) {
      const found = source.admission?.(byNamespaces);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  served(): readonly ServedResource[] {
    this.ask('*');
    const groups = new Set(this.#sources.flatMap((source) => source.groups()));
    return [...groups]
      .sort()
      .flatMap((group) => [...this.#group(group).values()])
      .flatMap(servedByAny);
  }

  /** The definitions of a kind, if they differ. */
  conflictOf(
    { group, kind }: GroupVersionKind,
    surfaceWith: (definition: CustomDefinition) => ApiSurface,
  ): ConflictingDefinitions | undefined {
    this.ask(group);
    const definitions = this.#group(group).get(kind);
    if (definitions === undefined || definitions.length < 2) return undefined;
    if (!this.#conflicts.has(definitions))
      this.#conflicts.set(definitions, ConflictingDefinitions.of(definitions, surfaceWith));
    return this.#conflicts.get(definitions);
  }

  rootType(gvk: GroupVersionKind, metadata: ApiType): ApiType | undefined {
    this.ask(gvk.group);
    const definition = this.#definition(gvk);
    const version = definition?.versions.find(({ name }) => name === gvk.version);
    return version === undefined ? undefined : resourceType(version.schema, gvk.kind, metadata);
  }

  #answer(gvk: GroupVersionKind): Availability {
    const definition = this.#definition(gvk);
    if (definition === undefined) return this.#unknown(gvk);
    const served = servedVersions(definition);
    const servedResource = served.find(({ version }) => version === gvk.version);
    if (servedResource !== undefined) return { state: 'served', resource: servedResource };
    return this.#notServed(gvk, definition, served);
  }

  #notServed(
    gvk: GroupVersionKind,
    definition: CustomDefinition,
    alternatives: readonly ServedResource[],
  ): Availability {
    return {
      state: 'custom-version-not-served',
      origin: definition.origin.label,
      listed: definition.versions.some(({ name }) => name === gvk.version),
      history: this.#history(gvk),
      alternatives,
    };
  }

  #unknown(gvk: GroupVersionKind): Availability {
    // Lists are only returned by the server.
    const isList = [...this.#group(gvk.group).values()].flat().some(({ listKind }) => listKind === gvk.kind);
    if (isList) return { state: 'custom' };
    for (const source of this.#sources) {
      const origin = source.wholeGroup(gvk.group);
      if (origin === undefined) continue;
      const kinds = [...this.#group(gvk.group).keys()].sort();
      return { state: 'custom-kind-unknown', origin, kinds, history: this.#history(gvk) };
    }
    return { state: 'custom' };
  }

  #history(gvk: GroupVersionKind): string | undefined {
    for (const source of this.#sources) {
      const history = source.history(gvk);
      if (history !== undefined) return history;
    }
    return undefined;
  }

  /** Of several the first that serves the version. */
  #definition({ group, version, kind }: GroupVersionKind): CustomDefinition | undefined {
    const definitions = this.#group(group).get(kind) ?? [];
    const [first] = definitions;
    if (definitions.length < 2) return first;
    return definitions.find(({ versions }) => versions.some(({ name, served }) => served && name === version)) ?? first;
  }

  #group(group: string): KindsOfGroup {
    return getOrInsertComputed(this.#groups, group, () => this.#readGroup(group));
  }

  #readGroup(group: string): KindsOfGroup {
    const found = new Map<string, CustomDefinition[]>();
    for (const source of this.#sources) {
      const known = new Set(found.keys());
      for (const definition of source.definitions(group)) {
        const { kind } = definition;
        const others = found.get(kind);
        if (others === undefined) found.set(kind, [definition]);
        else if (!known.has(kind)) others.push(definition);
      }
    }
    for (const definitions of found.values()) if (definitions.length > 1) definitions.sort(byFile);
    return found;
  }
}

/** Makes the result independent of reading order. */
function byFile(a: CustomDefinition, b: CustomDefinition): number {
  const [first, second] = [a.origin.file?.path ?? '', b.origin.file?.path ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The versions that any of several definitions of a kind serves, each by the first that does. */
function servedByAny(definitions: readonly CustomDefinition[]): readonly ServedResource[] {
  const served = new Map<string, ServedResource>();
  for (const servedResource of definitions.flatMap(servedVersions))
    if (!served.has(servedResource.version)) served.set(servedResource.version, servedResource);
  return [...served.values()];
}

/** The versions that a definition serves, most preferred first. */
function servedVersions(definition: CustomDefinition): readonly ServedResource[] {
  return definition.versions
    .filter((version) => version.served)
    .sort((a, b) => compareVersions(a.name, b.name))
    .map((version) => servedVersion(definition, version));
}
