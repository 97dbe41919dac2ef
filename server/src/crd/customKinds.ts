import { kindKey } from '../catalog/catalog.ts';
import type { ApiSurface, Availability, DeclaredAdmission, ServedResource } from '../catalog/surface.ts';
import type { TypeDefinition } from '../catalog/types.ts';
import { compareVersions, type GroupVersionKind } from '../targets/groupVersion.ts';
import { ConflictingDefinitions } from './conflictingDefinitions.ts';
import type { CustomDefinition } from './definition.ts';
import { servedVersion } from './installed.ts';
import { objectMeta, resourceType } from './resourceType.ts';

/** What sources are told of in place of a group where admission is asked of: no group of custom resources is without a dot. */
export const admissionTopic = 'admission';

/** Somewhere that definitions are known from. */
export interface DefinitionSource {
  /** The definitions of a group. Asked when the first resource of the group is met, so that it may cost something. */
  definitions(group: string): readonly CustomDefinition[];
  /** The groups that it has definitions of. */
  groups(): readonly string[];
  /** What the source has of a group, if it has all that can be there: for people. Undefined where others may add kinds. */
  wholeGroup(group: string): string | undefined;
  /** Told of each group that something is asked of; `*` for all. What is said of a file depends on these groups alone. */
  asked?(group: string): void;
  /**
   * How many definitions of a kind it can have at the most, where that can be told without reading any; without it they
   * are counted.
   */
  atMost?(group: string, kind: string): number;
  /** The objects beside the definitions that the server's admission plugins go by, where there are any. */
  admission?(): DeclaredAdmission | undefined;
  /** What became of a kind, or of its version, in other releases of the same set: one sentence, if anything is known. */
  history(gvk: GroupVersionKind): string | undefined;
}

/**
 * A target that has CustomResourceDefinitions besides what Kubernetes itself serves: it answers for their kinds as it
 * does for built-in ones. Of several definitions of one kind the first source's count; where these do not say the same,
 * it answers by the first that serves the version that is asked for, and gives all as rivals. Without sources it is the
 * surface itself; on a target that has some, they add what it does not know.
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
      return surface.admission?.() ?? kinds.admission();
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

/** What a group has: of each kind all definitions of the first source that has any, in the order of their files. */
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
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = this.#answer(gvk);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** Tells the sources what they are asked of: what is remembered here is asked of them all the same. */
  ask(group: string): void {
    for (const source of this.#sources) source.asked?.(group);
  }

  /** Those of the first source that has any. */
  admission(): DeclaredAdmission | undefined {
    for (const source of this.#sources) {
      const found = source.admission?.();
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

  /** The definitions of a kind, if they do not all say the same. */
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

  rootType(gvk: GroupVersionKind, metadata: TypeDefinition): TypeDefinition | undefined {
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
    // Lists come from the server alone.
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
    let kinds = this.#groups.get(group);
    if (kinds === undefined) {
      kinds = this.#readGroup(group);
      this.#groups.set(group, kinds);
    }
    return kinds;
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

/** Which files were read first decides nothing. */
function byFile(a: CustomDefinition, b: CustomDefinition): number {
  const [one, other] = [a.origin.file?.path ?? '', b.origin.file?.path ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
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
