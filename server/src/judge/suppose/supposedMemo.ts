import type { ApiSurface } from '../../catalog/surface.ts';
import { type Finding, movedFinding } from '../../finding.ts';
import type { Span } from '../../text/span.ts';
import type { Remember } from '../remember.ts';
import type { ObjectShape } from './objectShape.ts';

/** The maximum number of remembered objects, with one entry per target; the oldest are dropped. */
const maxObjects = 400;

/**
 * Remembers the certain findings on objects of one template between its versions, because trying all cases costs more than
 * everything else. During typing, a changed object may be deferred: until it is judged, its earlier findings stay, with
 * their spans moved.
 */
export class SupposedMemo {
  /** Whether unknown objects are deferred. */
  defersCostly = false;
  #isStale = false;
  readonly #known = new Map<string, Remembered>();
  readonly #remember: Remember;
  #surfaces: readonly ApiSurface[] = [];
  #current: Version = { text: '', found: new Map() };
  #previous: Version = { text: '', found: new Map() };

  /** @param remember keeps findings as long as the files that they depend on are unchanged. */
  constructor(remember: Remember) {
    this.#remember = remember;
  }

  /** Whether an object was deferred since {@link begin}. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Starts a version of the template. */
  begin(text: string, surfaces: readonly ApiSurface[]): void {
    if (!isSame(surfaces, this.#surfaces)) {
      this.#known.clear();
      this.#current = { text: '', found: new Map() };
      this.#surfaces = surfaces;
    }
    this.#previous = this.#current;
    this.#current = { text, found: new Map() };
    this.#isStale = false;
  }

  /**
   * The findings on an object: remembered, deferred to the earlier ones, or from `find`.
   *
   * @param shape undefined for an object that is not remembered.
   */
  findings(shape: ObjectShape | undefined, surface: ApiSurface, find: () => readonly Finding[]): readonly Finding[] {
    const key = shape === undefined ? undefined : `${surface.name}\n${shape.key}`;
    const known = key === undefined ? undefined : this.#known.get(key);
    const placed = known?.isValid() === true ? known.placed : undefined;
    const found = placed !== undefined || this.defersCostly ? undefined : this.#remember(find);
    const findings =
      placed !== undefined && shape !== undefined
        ? placed.map(({ finding, start, end }) => movedTo(finding, spanAt(shape, start, end, finding.span)))
        : found === undefined
          ? this.#earlierFindings(surface)
          : (found()?.value ?? find());
    if (key !== undefined && shape !== undefined && found !== undefined) {
      this.#keep(key, shape, findings, () => found() !== undefined);
    }
    const before = this.#current.found.get(surface) ?? [];
    this.#current.found.set(surface, [...before, findings]);
    return findings;
  }

  /** The earlier findings of the object at the same index, without those whose spans were edited. */
  #earlierFindings(surface: ApiSurface): readonly Finding[] {
    this.#isStale = true;
    const index = this.#current.found.get(surface)?.length ?? 0;
    const before = this.#previous.found.get(surface)?.[index] ?? [];
    return before.flatMap((finding) => {
      const span = movedSpan(finding.span, this.#previous.text, this.#current.text);
      return span === undefined ? [] : [movedTo(finding, span)];
    });
  }

  #keep(key: string, { offsets }: ObjectShape, findings: readonly Finding[], isValid: () => boolean): void {
    const ranks = new Map(offsets.map((offset, rank) => [offset, rank]));
    const placed = findings.flatMap((finding) => {
      const start = ranks.get(finding.span.start);
      const end = ranks.get(finding.span.end);
      return start === undefined || end === undefined ? [] : [{ finding, start, end }];
    });
    if (placed.length < findings.length) return;
    this.#known.set(key, { placed, isValid });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxObjects) break;
      this.#known.delete(oldest);
    }
  }
}

/** Findings with their start and end as indices into the offsets of the object's shape. */
interface Remembered {
  readonly placed: readonly { readonly finding: Finding; readonly start: number; readonly end: number }[];
  readonly isValid: () => boolean;
}

/** The findings in a version of the template, one entry per object and target, in order. */
interface Version {
  readonly text: string;
  readonly found: Map<ApiSurface, readonly (readonly Finding[])[]>;
}

function spanAt({ offsets }: ObjectShape, start: number, end: number, otherwise: Span): Span {
  return { start: offsets[start] ?? otherwise.start, end: offsets[end] ?? otherwise.end };
}

function movedTo(finding: Finding, span: Span): Finding {
  return movedFinding(finding, span, () => []);
}

/** The new position of a span of the earlier text, by the common prefix and suffix; undefined if it was edited. */
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
