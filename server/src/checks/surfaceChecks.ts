import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, ApiType } from '../catalog/types.ts';
import type { OccurrenceFilter } from '../decode/decoded.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Check, FieldJudge, ObjectJudge, ResourceJudge } from './check.ts';
import { checks } from './registry.ts';

/** Whether a resource is a whole object, or a part that only some checks can judge. */
export type ResourceExtent = 'whole' | 'part';

/**
 * The judges of a surface by definition. Each check is called once per definition, at its first occurrence; after that
 * each value costs one look-up.
 */
export class SurfaceChecks implements OccurrenceFilter {
  /** Judges of whole resources, in the order of their findings. */
  readonly resourceJudges: readonly ResourceJudge[];
  /** The checks that apply. */
  readonly checks: readonly Check[];
  readonly #surface: ApiSurface;
  readonly #askForField: readonly NonNullable<Check['field']>[];
  readonly #askForObject: readonly NonNullable<Check['object']>[];
  readonly #fields = new Map<ApiField, readonly FieldJudge[]>();
  readonly #objects = new Map<ApiType, readonly ObjectJudge[]>();

  private constructor(surface: ApiSurface, extent: ResourceExtent) {
    this.#surface = surface;
    this.checks = checks.filter((check) => speaks[extent](check));
    this.resourceJudges = this.checks.flatMap(({ resource }) => resource ?? []);
    this.#askForField = this.checks.flatMap(({ field }) => field ?? []);
    this.#askForObject = this.checks.flatMap(({ object }) => object ?? []);
  }

  /** The checks of a surface, found on first use and kept as long as the surface. */
  static for(surface: ApiSurface, extent: ResourceExtent = 'whole'): SurfaceChecks {
    return getOrInsertComputed(memo[extent], surface, () => new SurfaceChecks(surface, extent));
  }

  field(field: ApiField): boolean {
    return this.fieldJudges(field).length > 0;
  }

  object(type: ApiType): boolean {
    return this.objectJudges(type).length > 0;
  }

  fieldJudges(field: ApiField): readonly FieldJudge[] {
    let judges = this.#fields.get(field);
    if (judges === undefined) {
      judges = this.#askForField.flatMap((ask) => ask(field, this.#surface) ?? []);
      this.#fields.set(field, judges);
    }
    return judges;
  }

  objectJudges(type: ApiType): readonly ObjectJudge[] {
    let judges = this.#objects.get(type);
    if (judges === undefined) {
      judges = this.#askForObject.flatMap((ask) => ask(type, this.#surface) ?? []);
      this.#objects.set(type, judges);
    }
    return judges;
  }
}

const speaks: Readonly<Record<ResourceExtent, (check: Check) => boolean>> = {
  whole: () => true,
  part: ({ judgesParts }) => judgesParts === true,
};

const memo: Readonly<Record<ResourceExtent, WeakMap<ApiSurface, SurfaceChecks>>> = {
  whole: new WeakMap(),
  part: new WeakMap(),
};
