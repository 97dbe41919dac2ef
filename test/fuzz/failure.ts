import type { Subject } from './subject.ts';

/** A short form of the error for a text: usually equal for texts with the same cause. */
export async function failureOf({ hold }: Subject, text: string): Promise<string | undefined> {
  try {
    await hold(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? summaryOf(error) : String(error);
  }
}

/** The first line without the parts that depend on the text, and the source location unless a test threw the error. */
function summaryOf({ name, message, stack = '' }: Error): string {
  const first = (message.split('\n')[0] ?? '').replace(/\d+/g, 'N').slice(0, 160);
  const location = /\(?(\S*server\/src\/\S+?):\d+:\d+\)?$/m.exec(name === 'AssertionError' ? '' : stack)?.[1] ?? '';
  return `${name}: ${first}${location === '' ? '' : ` at ${location.replace(/^.*server\/src\//, '')}`}`;
}
