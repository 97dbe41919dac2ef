import { codeOf } from '../../text/codePoint.ts';

/** How keys get characters of the text around them: the form of such a key, and what to do. The first that fits counts. */
const forms: readonly (readonly [form: RegExp, remedy: (found: string) => string])[] = [
  [/^([\w./-]+?) *[[{][^\]}]*$/, (name) => `Write a colon after ${name}.`],
  [/^-(?=[A-Za-z])([\w./-]+)$/, (name) => `Write a space after the dash: - ${name}.`],
  [
    /([\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff])/,
    (sign) => `Remove the invisible character ${codeOf(sign)}, or write a space instead.`,
  ],
  [/([\u2018-\u201f\u00ab\u00bb])/, (sign) => `Write straight quotes instead of ${sign} (${codeOf(sign)}).`],
  [/^(\d+[:|]? +)[A-Za-z]/, () => 'Remove the line number before it.'],
];

/** What to do with a key that has characters which belong beside it, such as `spec {a`; undefined for other keys. */
export function remedyForGarbledKey(key: string): string | undefined {
  for (const [form, remedy] of forms) {
    const found = form.exec(key);
    if (found !== null) return remedy(found[1] ?? '');
  }
  return undefined;
}
