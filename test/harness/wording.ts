import type { Finding } from '../../server/src/finding.ts';
import type { NotJudged } from '../../server/src/manifest/manifest.ts';

/** The texts of a finding. */
type Worded = Pick<Finding, 'code' | 'message' | 'why' | 'remedy' | 'source' | 'fixes'>;

/** Codes whose message is what somebody else wrote: the author of a definition, or the server. */
const othersWords = new Set(['deprecated-api', 'server-warning']);

/** Errors about fields end as the server's do. */
const fieldError =
  /(?:^|: )(?:Required value|Invalid value|Unsupported value|Duplicate value|Not found|Forbidden|Too many|Too long|Internal error)\b/;

/**
 * What about the texts of a finding is not as CONTRIBUTING.md has it, each with the text; empty where all is well. A
 * message ends without a full stop, as those of compilers do; why and remedy are sentences; titles of fixes, and what
 * they leave, stand in the midst of others' text.
 */
export function wordingProblems({ code, message, why, remedy, source, fixes }: Worded): readonly string[] {
  const whole = othersWords.has(code) || fieldError.test(message);
  return [
    ...(whole ? [] : unlessPhrase('message', message)),
    ...unlessSentence('why', why),
    ...unlessSentence('remedy', remedy),
    ...unlessPhrase('source', source),
    ...fixes().flatMap(({ title, left }) => [
      ...unlessPhrase('title', title),
      ...left.flatMap((one) => unlessPhrase('left', one)),
    ]),
  ].map((problem) => `${code} ${problem}`);
}

/** The same of a document that is not judged. */
export function wordingOfNotJudged({ reason, detail }: NotJudged): readonly string[] {
  return unlessPhrase('detail', detail).map((problem) => `${reason} ${problem}`);
}

function unlessPhrase(part: string, text: string): readonly string[] {
  return isTrim(text) && !/(?<!\.\.)\.$/.test(text) ? [] : [`${part}: ${text}`];
}

function unlessSentence(part: string, text: string): readonly string[] {
  return isTrim(text) && /[.?]$/.test(text) && !/[^.]\.\.$|\?\.$/.test(text) ? [] : [`${part}: ${text}`];
}

function isTrim(text: string): boolean {
  return text !== '' && text.trim() === text;
}
