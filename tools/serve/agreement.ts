import { differencesOf, type ServerAnswer } from './compareAnswers.ts';
import type { AskedRequest } from './requests.ts';

/** In how many answers two servers agree, and the differences by rule. */
export class Agreement {
  readonly #parts = new Map<string, { readonly agreed: number; readonly all: number }>();
  readonly #rules = new Map<string, number>();
  #falseRefusals = 0;

  /** Counts the answers to a request, and returns the rules in which they differ. */
  add({ part }: AskedRequest, real: ServerAnswer, ours: ServerAnswer): readonly string[] {
    const rules = differencesOf(real, ours).map((difference) => `${part}: ${difference}`);
    const { agreed, all } = this.#parts.get(part) ?? { agreed: 0, all: 0 };
    this.#parts.set(part, { agreed: agreed + (rules.length === 0 ? 1 : 0), all: all + 1 });
    if (part === 'create' && real.status < 300 && ours.status >= 400) this.#falseRefusals++;
    for (const rule of rules) this.#rules.set(rule, (this.#rules.get(rule) ?? 0) + 1);
    return rules;
  }

  /** The agreement by part, as text. */
  summary(): string {
    const requests = [...this.#parts.values()].reduce((sum, { all }) => sum + all, 0);
    const parts = [...this.#parts].map(([part, { agreed, all }]) => {
      return `  ${part}: ${agreed} of ${all} agree (${((100 * agreed) / all).toFixed(1)} %)`;
    });
    return [`${requests} requests, ${this.#falseRefusals} creates that only ours refuses`, ...parts].join('\n');
  }

  /** The most frequent rules with their counts. */
  rules(count: number): readonly (readonly [string, number])[] {
    return [...this.#rules].sort(([, a], [, b]) => b - a).slice(0, count);
  }
}
