import type { Finding } from '../../server/src/finding.ts';
import type { NotJudged } from '../../server/src/manifest/manifest.ts';

/** The texts of a finding. */
type Worded = Pick<Finding, 'code' | 'message' | 'why' | 'remedy' | 'source' | 'fixes'>;

/** Codes whose message is third-party text: by the author of a definition, or the server. */
const othersWords = new Set(['deprecated-api', 'server-warning']);

/** Errors about fields end as the server's do. */
const fieldError =
  /(?:^|: )(?:Required value|Invalid value|Unsupported value|Duplicate value|Not found|Forbidden|Too many|Too long|Internal error)\b/;

/**
 * The violations of CONTRIBUTING.md in the texts of a finding, each with the text. A message ends without a full stop,
 * like those of compilers; why and remedy are sentences; titles of fixes, and what they leave to do, appear within other
 * text.
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
      ...left.flatMap((remark) => unlessPhrase('left', remark)),
    ]),
  ].map((problem) => `${code} ${problem}`);
}

/** The same for a document that was not checked. */
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

/** Phrases with another language's grammar, each with the replacement. */
const unnaturalPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/(?<!there )\b(?:is|are) no (?!longer\b|such\b|more\b)/i, 'is not a'],
  [/\b(?:has|have) to be\b/, 'must be'],
  [/\bwithout a word\b/, 'silently'],
  [/\bmends?\b|\bmended\b/i, 'fix'],
  [/\bwhat shall\b/, 'the … to'],
  [/\bany more\b/, 'no longer'],
  [/\b(?:stands?|stood) (?:behind|beside)\b/, 'follows, is beside'],
  [/\bcannot stand\b/, 'is not allowed'],
  [/\b(?:Take|take) (?:it|them|the \w+) out\b/, 'remove'],
  [/\blook (?:it|them) over\b/, 'review'],
  [/\bdoes not say the same\b/, 'differs'],
  [/\bdoes not go with\b/, 'is not supported by'],
  [/\bbuilds? upon\b/, 'builds on'],
  [/\bmistake in kubecompat\b/i, 'bug'],
  [/\b[Jj]udg(?:e[sd]?|ing)\b(?! thread)/, 'check'],
  [/\bwhat (?:comes|came) out\b/, 'the output'],
  [/\bof (?:its|their|your|our) own\b/, 'its own, a separate'],
  [/\b(?:lies|lay|lie) (?:beside|in|below|outside|there|around)\b/, 'is'],
  [/\banew\b/, 'again'],
  [/\bnobody\b/i, 'no one'],
  [/\bwhatever\b/i, 'any, regardless of'],
  [/\b(?:is|are) (?:told|asked) (?:of|by|for)\b/, 'active voice'],
  [/\b(?:is|are) taken (?:from|for)\b/, 'comes from, means'],
  [/\b(?:of|by|in|from|to) what (?:is|it|they|the)\b/, 'name the thing'],
  [/\b(?:of|from) which (?:it|the|they)\b/, 'whose'],
  [/\bin the way\b/, 'prevents'],
  [/\bleft alone\b/, 'not changed'],
  [/\bsays? (?:nothing|something) of\b/, 'does not show, has an entry for'],
  [/\b(?:found|served|kept|seen) no more\b/, 'no longer'],
  [/\bas ever\b/, 'as usual'],
  [/\btakes? its place\b/, 'replaces it'],
  [/\b(?:lets?|letting) (?:it|them) stand\b/, 'accepts'],
  [/\bas (?:it|they) stands?\b/, 'as written, unchanged'],
  [/\blooked (?:at|into)\b/, 'checked, scanned'],
  [/\bhow far back one can\b|\bthe way (?:back|out|in|down|up)\b/, 'rollback, upgrade'],
  [/\bput into force\b|\bby that\b/, 'with this'],
  [/\bin force\b/, 'current, in use'],
  [/\b(?:is|are) (?:said|told)\b(?! to)/, 'reported, shown'],
  [/\bgoes by\b|\bgo by\b/, 'uses, depends on'],
  [/\bof which (?:nothing|none|neither)\b/, 'not known'],
  [/\bstands? where\b/, 'is, expected'],
  [/\bthat opens? here\b/, 'this'],
  [/\bnothing is (?:said|claimed|known) of\b/i, 'not reported, not known'],
  [/\b(?:came|comes?) with (?:\d|\{…\}|Kubernetes)/i, 'was introduced in'],
  [/\bit (?:begins|ended) with \{/, 'it is introduced in, was last in'],
  [/\b(?:does not come|comes?) back\b/, 'is restored, survives'],
  [/\b(?:gives?|gave) (?:no|it|them|\{…\}) (?!a name)/, 'returns, reports, has'],
  [/(?<!it )\bis gone\b/, 'no longer exists, was removed'],
  [/\bthere (?:is|are)(?:;|$)/, 'name the thing'],
  [/\banother value after\b/, 'changes in'],
  [/\bon the way$/, 'during the upgrade'],
  [/^at once$/i, 'immediately'],
  [/\balready\b[^.;:]*\balready$/, 'already, once'],
  [/\brefused already\b/i, 'already refused'],
  [/\bhas (?:come|gone)$/, 'was added, was removed'],
  [/\b(?:was|were) (?:\S+|\{…\}) and (?:is|are) \{…\}/, 'changed from … to …'],
  [/\b(?:is|are) (?:locked to \S+|deprecated|removed|served) since\b/, 'has been … since'],
  [/\b(?:was|were) (?:added|read) yet\b/, 'has been … yet'],
  [/=\{…\} is not possible/, 'is not valid'],
  [/\bdecides? about\b/, 'determines'],
  [/\bthat one left out\b/, 'but not including'],
  [/\bwhat becomes of\b/, 'the transformed'],
  [/\btruth value\b/, 'boolean'],
  [/\bnothing of this name\b/i, 'no such object'],
  [/\bin silence\b/, 'silently'],
  [/\b(?:API|kinds? that (?:has|have)) ended\b/, 'was removed, without a served version'],
  [/\bnot the text\b|\bmust be text\b/, 'string'],
  [/\bdid you mean that\b/i, 'did you mean this'],
  [/\bminimum compatibility version\b/, 'min compatibility version'],
  [/^give (?:one|the)\b|\bwas given for\b/, 'use, set'],
  [/\bso that (?:it|no|any|the kinds) (?:is|are|\w+ (?:is|are)|of)\b/, 'so, and'],
  [/\ba \w+ of yours\b/, 'that you own'],
  [/\brejects?\b/, 'refuse'],
];

/** The unnatural phrases in a user text, each with the replacement. */
export function unnatural(text: string): readonly string[] {
  return unnaturalPhrases.flatMap(([phrase, instead]) => (phrase.test(text) ? [`${instead}: ${text}`] : []));
}

/** The violations of CONTRIBUTING.md in a title: at most 60 characters, a capital first, no full stop. */
export function titleProblems(title: string): readonly string[] {
  return [
    ...(title.length > 60 ? [`${title.length} characters: ${title}`] : []),
    ...(/^(?:\p{Lu}|kube|\{…\})/u.test(title) ? [] : [`no capital first: ${title}`]),
    ...(title.endsWith('.') ? [`full stop: ${title}`] : []),
  ];
}
