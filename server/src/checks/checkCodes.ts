import type { CheckCode } from './check.ts';
import { checks } from './registry.ts';

/** The code of text that cannot be read; it is found while reading, before any check. */
const syntaxError: CheckCode = {
  code: 'syntax-error',
  consequences: ['undecodable'],
  title: 'A document is not valid YAML or JSON',
};

/** The code for unfilled placeholders; these are only known after all checks. */
const placeholderCode: CheckCode = {
  code: 'unfilled-placeholder',
  consequences: ['build-dependent'],
  title: 'A refused value looks like a placeholder',
};

/** The codes of Helm templates: they are not about resources, so no check reports them. */
const templateCodes: readonly CheckCode[] = [
  { code: 'chart-not-rendered', consequences: ['advice'], title: 'Helm cannot render a chart' },
  { code: 'template-error', consequences: ['undecodable'], title: 'A template of a chart is not a valid Go template' },
  { code: 'untaken-branch', consequences: ['advice'], title: 'No target reaches this branch of a template' },
];

/** The codes of comments that ignore findings; which findings there are is known only after every check. */
const suppressionCodes: readonly CheckCode[] = [
  { code: 'expired-suppression', consequences: ['advice'], title: 'A comment that ignores findings has expired' },
  { code: 'malformed-suppression', consequences: ['advice'], title: 'A suppression comment is malformed' },
  { code: 'unused-suppression', consequences: ['advice'], title: 'A comment ignores nothing' },
];

/** Every code that a finding can carry, by its name. */
export const checkCodes: ReadonlyMap<string, CheckCode> = new Map(
  [syntaxError, placeholderCode, ...templateCodes, ...suppressionCodes, ...checks.flatMap(({ codes }) => codes)]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((code) => [code.code, code]),
);
