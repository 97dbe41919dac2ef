import type { Section } from './format.ts';
import { bareName } from './sectionText.ts';

/** Whether the results are those that a step expects: exactly, or as it states with `contains` and `never`. */
export function differences(expected: readonly Section[], actual: readonly Section[]): readonly string[] {
  const texts = new Map(actual.map(({ name, body }) => [bareName(name), body]));
  const all = [...texts.values()].join('');
  const loose = (name: string) => expected.some((section) => section.name === `${name} contains`);
  const named = new Set(expected.map(({ name }) => bareName(name)));
  const unexpected = [...texts.keys()].filter((name) => !named.has(name) && !loose(name) && !loose('output'));
  return [
    ...(/\n {4}at /.test(texts.get('stderr') ?? '') ? ['there is a stack trace'] : []),
    ...unexpected.map((name) => `there is also ${name}:\n${texts.get(name) ?? ''}`),
    ...expected.flatMap(({ name, body }) => {
      const lines = body.split('\n').filter((line) => line !== '');
      if (name === 'never') return lines.filter((line) => has(all, line)).map((line) => `there is ${line}`);
      const [, part] = /^(.*) contains$/.exec(name) ?? [];
      if (part === undefined) {
        const found = actual.find((candidate) => bareName(candidate.name) === bareName(name));
        return found?.name === name && found.body === body
          ? []
          : [`${name} is not as expected:\n${found?.name ?? ''}\n${found?.body ?? '(absent)'}`];
      }
      const text = part === 'output' ? all : (texts.get(part) ?? '');
      return lines.filter((line) => !has(text, line)).map((line) => `${part} lacks ${line}:\n${text}`);
    }),
  ];
}

/** A line between slashes is a regular expression. */
function has(text: string, line: string): boolean {
  const [, pattern] = /^\/(.*)\/$/.exec(line) ?? [];
  return pattern === undefined ? text.includes(line) : new RegExp(pattern).test(text);
}

/** The expectations of a step after an update: the new results, and unchanged parts with `contains` and `never`. */
export function updated(expected: readonly Section[], actual: readonly Section[]): readonly Section[] {
  const kept = expected.filter(({ name }) => name === 'never' || name.endsWith(' contains'));
  const loose = (name: string) =>
    !name.startsWith('exit ') &&
    kept.some((section) => [`${bareName(name)} contains`, 'output contains'].includes(section.name));
  return [...actual.filter(({ name }) => !loose(name)), ...kept];
}
