import type { FieldDefinition, FieldType, TypeDefinition } from './types.ts';

/** What Kubernetes says of the fields of its APIs, as `scripts/fieldTexts.mjs` reads it. */
export interface FieldTextsPack {
  /** Whose texts these are, and under which licence. */
  readonly notice: string;
  /** The release of Kubernetes that they are of. */
  readonly release: string;
  /** By classes, such as `V1DeploymentSpec`, and their fields; '' is the class itself. */
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What is said of fields of Kubernetes' own types. */
export class FieldTexts {
  readonly #types: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** The classes of each name, whatever their group and version. */
  readonly #byName = new Map<string, string[]>();

  constructor({ types }: FieldTextsPack) {
    this.#types = new Map(Object.entries(types));
    for (const name of this.#types.keys()) {
      const short = /V\d+(?:(?:alpha|beta)\d+)?([A-Z]\w*)$/.exec(name)?.[1];
      if (short !== undefined) this.#byName.set(short, [...(this.#byName.get(short) ?? []), name]);
    }
  }

  /** What a field of a type is for; where only the type of its value is described, what that is. */
  ofField(owner: TypeDefinition, field: FieldDefinition): string | undefined {
    return this.#classOf(owner)?.[field.name] ?? this.ofType(field.type);
  }

  /** What a type is, or the items of a list. */
  ofType(type: FieldType): string | undefined {
    if (type.kind === 'list') return this.ofType(type.item);
    return type.kind === 'object' ? this.#classOf(type.type)?.[''] : undefined;
  }

  /**
   * Classes are named by version and type, and by group where two groups have a type of one name. Of a version that the
   * release does not have another one says the same, if it is of the same fields.
   */
  #classOf(owner: TypeDefinition): Readonly<Record<string, string>> | undefined {
    const [group = '', version = '', name = ''] = owner.name.split('.');
    const exact = [`${capital(group)}${capital(version)}${name}`, `${capital(version)}${name}`];
    for (const item of [...exact, ...(this.#byName.get(name) ?? []).toReversed()]) {
      const found = this.#types.get(item);
      if (found !== undefined && isOfType(found, owner)) return found;
    }
    return undefined;
  }
}

/** A class of another group may have the same name; then its fields have others. */
function isOfType(texts: Readonly<Record<string, string>>, { fields }: TypeDefinition): boolean {
  const names = Object.keys(texts).filter((name) => name !== '');
  return names.filter((name) => fields.has(name)).length * 2 >= names.length;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
