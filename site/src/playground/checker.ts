import type { Library } from '../../../server/src/library/library.ts';
import type { Analysis, Target } from '../../../server/src/library/types.ts';
import type { Answer, Question, Report, ShownFinding } from './protocol.ts';

/** The most findings that a page shows: each of a text with a thousand mistakes is no help. */
const maxFindings = 300;

/** Answers the questions of a page with the library. Definitions are loaded on demand. */
export class Checker {
  readonly #library: Library;
  readonly #loadSet: (name: string) => Promise<string | undefined>;
  readonly #sets = new Map<string, string | undefined>();
  readonly #targets = new Map<string, ReturnType<Library['createTarget']>>();

  /** @param loadSet gives the pack of a set of definitions; undefined if it cannot be had. */
  constructor(library: Library, loadSet: (name: string) => Promise<string | undefined>) {
    this.#library = library;
    this.#loadSet = loadSet;
  }

  /** The answer to a question; never rejects. */
  async answer(question: Question): Promise<Answer> {
    const { number } = question;
    try {
      switch (question.ask) {
        case 'check':
          return { number, answer: 'checked', report: await this.#withSets(() => this.#check(question)) };
        case 'fix': {
          const { text, targets, accept } = question;
          const fixed = await this.#withSets(() => this.#library.fix(text, this.#targetsOf(targets), { accept }));
          return {
            number,
            answer: 'changed',
            text: fixed.text,
            lines: fixed.applied.map(({ title, path }) => (path === '' ? title : `${path}: ${title}`)),
          };
        }
        case 'convert': {
          const { text, targets, to } = question;
          const options = { accept: ['lossy' as const], ...(to === undefined ? {} : { to }) };
          const converted = await this.#withSets(() => this.#library.convert(text, this.#targetsOf(targets), options));
          const lines = converted.outcomes.flatMap(({ resource, to: version, done, notes }) => {
            const name = [resource.kind, resource.name].filter((part) => part !== undefined).join(' ');
            const what = done ? `${name}: converted to ${version}` : `${name}: not converted`;
            return [[what, ...notes].join('. ')];
          });
          return { number, answer: 'changed', text: converted.text, lines };
        }
      }
    } catch (error) {
      return { number, answer: 'failed', why: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Repeats an operation while it requests missing definitions. */
  async #withSets<Result>(run: () => Result): Promise<Result> {
    for (;;) {
      const result = run();
      const wanted = [...this.#wanted];
      if (wanted.length === 0) return result;
      this.#wanted.clear();
      const loaded = await Promise.all(wanted.map(async (name) => [name, await this.#loadSet(name)] as const));
      for (const [name, text] of loaded) this.#sets.set(name, text);
      // They were created without the new definitions.
      this.#targets.clear();
    }
  }

  readonly #wanted = new Set<string>();

  readonly #readSet = (name: string): string | undefined => {
    if (!this.#sets.has(name)) this.#wanted.add(name);
    return this.#sets.get(name);
  };

  #target(expression: string): ReturnType<Library['createTarget']> {
    let result = this.#targets.get(expression);
    if (result === undefined) {
      result = this.#library.createTarget(expression, { readSet: this.#readSet });
      this.#targets.set(expression, result);
    }
    return result;
  }

  #targetsOf(expressions: readonly string[]): readonly Target[] {
    return expressions.flatMap((expression) => {
      const result = this.#target(expression);
      return result.ok ? [result.target] : [];
    });
  }

  #check({ text, targets }: { readonly text: string; readonly targets: readonly string[] }): Report {
    const problems = targets.flatMap((target) => {
      const result = this.#target(target);
      return result.ok ? [] : [{ target, problems: result.problems }];
    });
    const resolved = this.#targetsOf(targets);
    const missingSets = [...this.#sets].filter(([, pack]) => pack === undefined).map(([name]) => name);
    if (resolved.length === 0) return { resources: 0, findings: [], more: 0, notJudged: [], problems, missingSets };
    const { resources, findings, notJudged } = this.#library.analyze(text, resolved);
    return {
      resources: resources.length,
      findings: findings.slice(0, maxFindings).map(shown),
      more: Math.max(0, findings.length - maxFindings),
      notJudged,
      problems,
      missingSets,
    };
  }
}

function shown(finding: Analysis['findings'][number]): ShownFinding {
  const { code, consequence, severity, target, resource, path, range, message, why, remedy, source } = finding;
  const named = resource && [resource.kind, resource.name].filter((part) => part !== undefined).join(' ');
  const fixes = finding.fixes().map(({ title, kind, edits, left }) => ({ title, kind, edits, left }));
  return { code, consequence, severity, target, resource: named, path, range, message, why, remedy, source, fixes };
}
