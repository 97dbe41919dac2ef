import type { Finding } from '../../finding.ts';
import type { PrintCondition } from '../../helm/placement.ts';
import type { MapNode } from '../../manifest/node.ts';
import { type OpenObject, rangeOf, type Supposition } from './openObject.ts';
import { suppositions } from './suppositions.ts';

/** The maximum number of cases of one object for one target. Findings that are undecided then are not certain. */
const maxCases = 600;

/**
 * The findings on a partly open object that hold in every case that prints their span.
 *
 * @param judge judges the object in one case.
 */
export function supposedFindings(object: OpenObject, judge: JudgeSupposed): readonly Finding[] {
  return new Trial(object, judge).findings();
}

/** Returns the findings on an object, limited to these codes if given. */
export type JudgeSupposed = (root: MapNode, codes: ReadonlySet<string> | undefined) => readonly Finding[];

class Trial {
  #object: OpenObject;
  readonly #judge: JudgeSupposed;
  #cases = 0;

  constructor(object: OpenObject, judge: JudgeSupposed) {
    this.#object = object;
    this.#judge = judge;
  }

  findings(): readonly Finding[] {
    const groups = new Map<string, readonly PrintCondition[]>();
    const named = new Set<string>();
    let tried = 0;
    // The first two cases together contain everything that conditions control, except for shared conditions.
    for (const supposed of suppositions(this.#object, this.#object.base)) {
      if (++tried > 2) break;
      for (const { span, path, message } of this.#found(supposed).values()) {
        const conditions = this.#object.conditionsAt(span);
        groups.set(conditions.map(({ choice, branch }) => `${choice}-${branch}`).join(), conditions);
        for (const text of namesIn(`${path} ${message}`)) named.add(text);
      }
    }
    if (groups.size === 0) return [];
    this.#object = this.#object.naming([...named]);
    return [...groups.values()].flatMap((conditions) => this.#certain(conditions));
  }

  /** The findings at spans with exactly these conditions that hold in every case with the conditions. */
  #certain(conditions: readonly PrintCondition[]): readonly Finding[] {
    let certain: ReadonlyMap<string, Finding> | undefined;
    for (const supposed of suppositions(this.#object, conditions)) {
      const codes = certain && new Set([...certain.values()].map(({ code }) => code));
      const found = this.#found(supposed, codes);
      certain = new Map(
        [...(certain ?? found)].filter(
          ([key, { span }]) => found.has(key) && sameConditions(this.#object.conditionsAt(span), conditions),
        ),
      );
      if (certain.size === 0 || this.#cases > maxCases) return [];
    }
    return [...(certain?.values() ?? [])].map((finding) => {
      const { code, consequence, path, span, why, remedy, source } = finding;
      // The remedy may depend on open values.
      return {
        code,
        consequence,
        path,
        span,
        message: withoutValue(finding.message),
        why,
        remedy,
        source,
        fixes: () => [],
      };
    });
  }

  #found(supposed: Supposition, codes?: ReadonlySet<string>): ReadonlyMap<string, Finding> {
    this.#cases++;
    const found = this.#judge(this.#object.build(supposed), codes);
    return new Map(
      found
        .filter(({ consequence }) => consequence !== 'advice')
        .filter(({ span, path }) => !this.#object.isOpenAt(span) && !this.#object.isOpenPath(path))
        .map((finding) => [keyOf(finding), finding]),
    );
  }
}

/** The keys and quoted texts in a finding. */
function namesIn(text: string): readonly string[] {
  const named = [...text.matchAll(/\[([^[\]]+)\]|"([^"]*)"/g)].map(([, key, quoted]) => key ?? quoted ?? '');
  return named.filter((name) => !/^\d+$/.test(name));
}

function sameConditions(a: readonly PrintCondition[], b: readonly PrintCondition[]): boolean {
  return a.length === b.length && a.every((printCondition) => b.includes(printCondition));
}

/** Without list indices, which depend on other items, and without values, which may be partly supposed. */
function keyOf({ code, message, span }: Finding): string {
  return `${code}\n${rangeOf(span)}\n${withoutValue(message).replace(/\[\d+\]/g, '[]')}`;
}

/** A message without its value if that is a whole object. */
function withoutValue(message: string): string {
  return message.replace(/(Invalid value: )[[{].*[\]}]: /, '$1');
}
