import type { ApiSurface } from '../../catalog/surface.ts';
import { type Finding, movedFinding } from '../../finding.ts';
import type { Span } from '../../text/span.ts';
import type { ObjectShape } from './objectShape.ts';

/** How many objects are remembered, with one entry a target; then the oldest are forgotten. */
const mostObjects = 400;

/**
 * Remembers what was found for certain in the objects of one template whatever it leaves open, between the versions of the
 * template: trying it out costs more than everything else. While somebody types, an object that has changed need not be
 * tried at once: until it is, what was found in it before stands where its text has moved to.
 */
export class SupposedMemo {
  /** What is not known yet is left for later. */
  defersCostly = false;
  #isStale = false;
  readonly #known = new Map<string, Remembered>();
  #surfaces: readonly ApiSurface[] = [];
  #now: Version = { text: '', found: new Map() };
  #before: Version = { text: '', found: new Map() };

  /** Whether something was left for later since {@link begin}. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** A version of the template is about to be judged. */
  begin(text: string, surfaces: readonly ApiSurface[]): void {
    if (!isSame(surfaces, this.#surfaces)) {
      this.#known.clear();
      this.#now = { text: '', found: new Map() };
      this.#surfaces = surfaces;
    }
    this.#before = this.#now;
    this.#now = { text, found: new Map() };
    this.#isStale = false;
  }

  /**
   * What is found in an object: as remembered, as it was before where that has to do for now, or what `find` gives.
   *
   * @param shape undefined for an object that is not to be remembered.
   */
  findings(shape: ObjectShape | undefined, surface: ApiSurface, find: () => readonly Finding[]): readonly Finding[] {
    const key = shape === undefined ? undefined : `${surface.name}\n${shape.key}`;
    const known = key === undefined ? undefined : this.#known.get(key);
    const findings =
      known !== undefined && shape !== undefined
        ? known.map(({ finding, start, end }) => at(finding, placeAt(shape, start, end, finding.span)))
        : this.defersCostly
          ? this.#asBefore(surface)
          : find();
    if (key !== undefined && shape !== undefined && known === undefined && !this.defersCostly) {
      this.#remember(key, shape, findings);
    }
    const found = this.#now.found.get(surface) ?? [];
    this.#now.found.set(surface, [...found, findings]);
    return findings;
  }

  /** What was found in the object at the same place in the order of objects, where its text is still the same. */
  #asBefore(surface: ApiSurface): readonly Finding[] {
    this.#isStale = true;
    const index = this.#now.found.get(surface)?.length ?? 0;
    const before = this.#before.found.get(surface)?.[index] ?? [];
    return before.flatMap((finding) => {
      const span = movedSpan(finding.span, this.#before.text, this.#now.text);
      return span === undefined ? [] : [at(finding, span)];
    });
  }

  #remember(key: string, { offsets }: ObjectShape, findings: readonly Finding[]): void {
    const ranks = new Map(offsets.map((offset, rank) => [offset, rank]));
    const placed = findings.flatMap((finding) => {
      const start = ranks.get(finding.span.start);
      const end = ranks.get(finding.span.end);
      return start === undefined || end === undefined ? [] : [{ finding, start, end }];
    });
    if (placed.length < findings.length) return;
    this.#known.set(key, placed);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostObjects) break;
      this.#known.delete(oldest);
    }
  }
}

/** Findings with the places, among the offsets of the object's shape, that they begin and end at. */
type Remembered = readonly { readonly finding: Finding; readonly start: number; readonly end: number }[];

/** What was found in a version of the template, an entry for each object of a target, in their order. */
interface Version {
  readonly text: string;
  readonly found: Map<ApiSurface, readonly (readonly Finding[])[]>;
}

function placeAt({ offsets }: ObjectShape, start: number, end: number, otherwise: Span): Span {
  return { start: offsets[start] ?? otherwise.start, end: offsets[end] ?? otherwise.end };
}

function at(finding: Finding, span: Span): Finding {
  return movedFinding(finding, span, () => []);
}

/** Where a stretch of the text before stands now, by what both texts begin and end with; undefined where it was edited. */
function movedSpan({ start, end }: Span, before: string, now: string): Span | undefined {
  const shorter = Math.min(before.length, now.length);
  let same = 0;
  while (same < shorter && before[same] === now[same]) same++;
  if (end <= same) return { start, end };
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && before.at(-1 - sameAtEnd) === now.at(-1 - sameAtEnd)) sameAtEnd++;
  const by = now.length - before.length;
  return start >= before.length - sameAtEnd ? { start: start + by, end: end + by } : undefined;
}

function isSame(a: readonly ApiSurface[], b: readonly ApiSurface[]): boolean {
  return a.length === b.length && a.every((surface, index) => surface === b[index]);
}
