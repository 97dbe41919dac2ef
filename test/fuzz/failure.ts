import type { Subject } from './subject.ts';

/** What went wrong with a text, in short: the same for texts that show the same mistake, mostly. */
export async function failureOf({ hold }: Subject, text: string): Promise<string | undefined> {
  try {
    await hold(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? shortOf(error) : String(error);
  }
}

/** The first line without what changes from text to text, and where it was thrown, if that was not in a test. */
function shortOf({ name, message, stack = '' }: Error): string {
  const first = (message.split('\n')[0] ?? '').replace(/\d+/g, 'N').slice(0, 160);
  const location = /\(?(\S*server\/src\/\S+?):\d+:\d+\)?$/m.exec(name === 'AssertionError' ? '' : stack)?.[1] ?? '';
  return `${name}: ${first}${location === '' ? '' : ` at ${location.replace(/^.*server\/src\//, '')}`}`;
}
