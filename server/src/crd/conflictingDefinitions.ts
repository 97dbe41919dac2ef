import type { ApiSurface, DefinitionConflict } from '../catalog/surface.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { CustomDefinition } from './definition.ts';
import { digestOf } from './definitionDigest.ts';
import { matchingDefinitions } from './matchingDefinitions.ts';

/** A definition with the properties that distinguish it from others of its kind. */
interface Rival {
  readonly path: string | undefined;
  readonly definition: CustomDefinition;
  /** Equal for identically written definitions; for built-in sets, for the same release. */
  readonly digest: string;
  /** Equal if they treat every object the same. */
  readonly key: string;
}

/** Several differing definitions of one kind, in file order. */
export class ConflictingDefinitions implements DefinitionConflict {
  readonly #all: readonly Rival[];
  readonly #surfaceWith: (definition: CustomDefinition) => ApiSurface;
  readonly #surfaces = new Map<string, ApiSurface>();
  readonly #chosen = new Map<string, readonly Rival[]>();

  /** @param surfaceWith gives the target with one of the definitions. */
  private constructor(all: readonly Rival[], surfaceWith: (definition: CustomDefinition) => ApiSurface) {
    this.#all = all;
    this.#surfaceWith = surfaceWith;
  }

  /** Undefined if they are all equivalent. */
  static of(
    definitions: readonly CustomDefinition[],
    surfaceWith: (definition: CustomDefinition) => ApiSurface,
  ): ConflictingDefinitions | undefined {
    if (definitions.length < 2) return undefined;
    const all = definitions.map(rivalOf);
    return new Set(all.map(({ key }) => key)).size < 2 ? undefined : new ConflictingDefinitions(all, surfaceWith);
  }

  get first(): string {
    return this.#all[0]?.definition.origin.label ?? '';
  }

  isFirst(digest: string): boolean {
    return this.#all[0]?.digest === digest;
  }

  has(digest: string): boolean {
    return this.#all.some((rival) => rival.digest === digest);
  }

  surfacesFor(version: string, file: string | undefined): readonly ApiSurface[] {
    const chosen = this.#near(file);
    const serving = chosen.filter(({ definition }) => serves(definition, version));
    const seen = new Set<string>();
    return (serving.length > 0 ? serving : chosen).flatMap((rival) => {
      if (seen.has(rival.key)) return [];
      seen.add(rival.key);
      return [this.#surfaceOf(rival)];
    });
  }

  /** All objects of a folder have the same nearest definitions, except those in the file of a definition. */
  #near(file: string | undefined): readonly Rival[] {
    if (file === undefined) return this.#all;
    const isOwn = this.#all.some(({ path }) => path === file);
    const key = isOwn ? file : file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return getOrInsertComputed(this.#chosen, key, () => matchingDefinitions(this.#all, file));
  }

  #surfaceOf({ key, definition }: Rival): ApiSurface {
    return getOrInsertComputed(this.#surfaces, key, () => this.#surfaceWith(definition));
  }
}

function rivalOf(definition: CustomDefinition): Rival {
  const { spec, preserveUnknownFields, conversion, origin } = definition;
  const digest = spec === undefined ? origin.label : digestOf(spec);
  return { path: origin.file?.path, definition, digest, key: `${digest} ${preserveUnknownFields} ${conversion}` };
}

function serves({ versions }: CustomDefinition, version: string): boolean {
  return versions.some(({ name, served }) => served && name === version);
}
