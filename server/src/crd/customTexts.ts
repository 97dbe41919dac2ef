/** What a project says of the fields of its kinds, of one API group, as `scripts/customFieldTexts.mjs` reads it. */
export interface CustomTextsPack {
  /** Whose texts these are, and under which licence. */
  readonly notice: string;
  /** The types of kinds, by their indices in `types`. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly types: readonly TextsOfType[];
}

/**
 * What is said of the fields of a type: a text, the type of the field or of its items, or both. '' is the type itself,
 * and `*` the values of a map.
 */
export type TextsOfType = Readonly<Record<string, FieldText>>;

/** The file of a group's texts below those that ship with the program; undefined for what is no name, as anybody may write it. */
export function customTextsFile(group: string): string | undefined {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(group) ? `field-texts/${group}.json` : undefined;
}

type FieldText = string | number | readonly [string, number];

/** What is said of fields of custom resources. */
export class CustomTexts {
  readonly #pack: CustomTextsPack;

  constructor(pack: CustomTextsPack) {
    this.#pack = pack;
  }

  /**
   * What a field is for; where only its type is described, what that is. Undefined where nothing is said.
   *
   * @param steps from the root of an object: names of fields, keys of maps, numbers of items.
   */
  ofField(kind: string, steps: readonly (string | number)[]): string | undefined {
    let at = this.#type(this.#pack.kinds[kind]);
    let fieldText: FieldText | undefined;
    for (const step of steps) {
      if (typeof step === 'number') continue;
      fieldText = at === undefined ? undefined : (own(at, step) ?? own(at, '*'));
      at = this.#type(typeOf(fieldText));
    }
    const text = typeof fieldText === 'object' ? fieldText[0] : fieldText;
    if (typeof text === 'string') return text;
    const ofType = at && own(at, '');
    return typeof ofType === 'string' ? ofType : undefined;
  }

  #type(index: number | undefined): TextsOfType | undefined {
    return index === undefined ? undefined : this.#pack.types[index];
  }
}

function typeOf(fieldText: FieldText | undefined): number | undefined {
  return typeof fieldText === 'object' ? fieldText[1] : typeof fieldText === 'number' ? fieldText : undefined;
}

function own(type: TextsOfType, name: string): FieldText | undefined {
  return Object.hasOwn(type, name) ? type[name] : undefined;
}
