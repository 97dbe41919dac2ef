import type { Section } from './format.ts';

const noNewline = ', without a newline at its end';
const carriageReturns = ', with CR LF';
const inBase64 = ', in base64';

/** The text or the bytes of a section, by the suffixes of its name, and the name without them. */
export function contentOf({ name, body }: Section, folder: string): { name: string; content: string | Uint8Array } {
  if (name.endsWith(inBase64)) return { name: name.slice(0, -inBase64.length), content: Buffer.from(body, 'base64') };
  const text = body.replaceAll('$WORK', folder);
  const whole = name.includes(noNewline) ? text.slice(0, -1) : text;
  const content = name.includes(carriageReturns) ? whole.replaceAll('\n', '\r\n') : whole;
  return { name: bareName(name), content };
}

/** A section with a text, and suffixes for its line breaks; none without a text. */
export function textSection(name: string, text: string): readonly Section[] {
  if (text === '') return [];
  const hasCarriageReturns = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  const isWhole = text.endsWith('\n');
  const lines = hasCarriageReturns ? text.replaceAll('\r\n', '\n') : text;
  return [
    {
      name: name + (hasCarriageReturns ? carriageReturns : '') + (isWhole ? '' : noNewline),
      body: isWhole ? lines : `${lines}\n`,
    },
  ];
}

/** The name of a section without the suffixes about its line breaks. */
export function bareName(name: string): string {
  return name.replace(noNewline, '').replace(carriageReturns, '');
}
