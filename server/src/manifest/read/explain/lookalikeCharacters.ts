import { codeOf } from '../../../text/codePoint.ts';
import { type Fault, finalFault } from './fault.ts';
import type { Line } from './lines.ts';

/** Signs of word processors and other scripts that look like a sign of YAML, with what to write instead. */
const lookalikes: readonly (readonly [form: RegExp, instead: string])[] = [
  [/^(?:-\s+)*([\u2010-\u2015\u2022\u2212])\s/, '-'],
  [/^[^"']*?(\uff1a)/, ': with a space after it'],
];

/** A sign that looks like the dash of an item or the colon after a key, but is text. */
export function lookalikeCharacter({ start, text }: Line): Fault | undefined {
  for (const [form, instead] of lookalikes) {
    const [whole = '', sign] = form.exec(text) ?? [];
    if (sign === undefined) continue;
    const at = start + whole.indexOf(sign);
    const looks = instead.charAt(0);
    const message = `"${sign}" (${codeOf(sign)}) looks like "${looks}" but is text`;
    return finalFault({ start: at, end: at + 1 }, message, `Write ${instead} instead.`);
  }
  return undefined;
}
