import { parseDuration } from '../../formats/duration.ts';
import { byteLength, isLonger } from '../../formats/format.ts';
import { goMatches } from '../../formats/goPattern.ts';
import { parseCidr, parseIp } from '../../formats/ip.ts';
import { isMailAddress } from '../../formats/mailAddress.ts';
import { isCalendarDate } from '../../formats/timestamp.ts';
import { isRequestUri } from '../../formats/url.ts';
import { plainFormat, type SchemaRules } from './rules.ts';

// Source: k8s.io/kube-openapi/pkg/validation/strfmt.

type Test = (text: string) => boolean;

const hostname =
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$';
const colour = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
const card =
  '^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})$';

const matches =
  (pattern: string): Test =>
  (text) =>
    goMatches(pattern, text) !== false;

const uuid = (third: string, fourth: string): Test =>
  matches(`(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}[0-9a-f]{3}-?${fourth}[0-9a-f]{3}-?[0-9a-f]{12}$`);

const hex = '[0-9a-f]';
const shortName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const longName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** By name without dashes. */
const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['bsonobjectid', matches('^[0-9a-fA-F]{24}$')],
  ['uri', isRequestUri],
  ['email', isMailAddress],
  ['hostname', isHostname],
  ['ipv4', (text) => parseIp(text) !== undefined && text.includes('.')],
  ['ipv6', (text) => text.includes(':') && parseIp(text) !== undefined],
  ['cidr', (text) => parseCidr(text) !== undefined],
  ['mac', isMac],
  ['uuid', uuid(hex, hex)],
  ['uuid3', uuid('3', hex)],
  ['uuid4', uuid('4', '[89ab]')],
  ['uuid5', uuid('5', '[89ab]')],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
  ['rgbcolor', matches(`^rgb\\(\\s*${colour}\\s*,\\s*${colour}\\s*,\\s*${colour}\\s*\\)$`)],
  ['byte', (text) => text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)],
  ['password', () => true],
  ['date', isCalendarDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => byteLength(text) <= 63 && shortName.test(text)],
  ['k8slongname', (text) => byteLength(text) <= 253 && longName.test(text)],
]);

/** The test of a string format; undefined for one that the server does not check. */
export function stringFormat(name: string, { unchecked }: SchemaRules): Test | undefined {
  const plain = plainFormat(name);
  return unchecked.has(plain) ? undefined : tests.get(plain);
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  if (text.length < 4 || time === undefined || !isCalendarDate(date)) return false;
  const found = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  const [, hour = '', minute = '', second = ''] = found ?? [];
  return found !== null && hour <= '23' && minute <= '59' && second <= '59';
}

/** Go's notation, or numbers with words: `3 days`. */
function isDuration(text: string): boolean {
  if (parseDuration(text) !== undefined) return true;
  const exact = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk']);
  const beginnings = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];
  return [...text.matchAll(/\d+\s*([A-Za-z\u00b5]+)/g)].some(([, word = '']) => {
    const unit = word.toLowerCase();
    return exact.has(unit) || beginnings.some((beginning) => unit.startsWith(beginning));
  });
}

function isHostname(text: string): boolean {
  if (goMatches(hostname, text) === false || isLonger(text, 255)) return false;
  return text.split('.').every((part) => byteLength(part) <= 63);
}

/** Six, eight or twenty bytes, in the notations of `net.ParseMAC`. */
function isMac(text: string): boolean {
  const [, first = ''] = /^[0-9a-fA-F]{2}([:-])/.exec(text) ?? [];
  const bytes = text.replace(/[:.-]/g, '').length / 2;
  if (text.length < 12 || ![6, 8, 20].includes(bytes)) return false;
  if (first !== '') return new RegExp(`^[0-9a-fA-F]{2}(${first}[0-9a-fA-F]{2})*$`).test(text);
  return /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4})*$/.test(text) || /^[0-9a-fA-F]+$/.test(text);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (all, digit, i) => all + (i < 9 ? i + 1 : 10) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  return [...digits].reduce((all, digit, i) => all + (i % 2 === 0 ? 1 : 3) * Number(digit), 0) % 10 === 0;
}

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!new RegExp(card).test(digits)) return false;
  const sum = [...digits].reverse().reduce((all, digit, i) => {
    const doubled = i % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return all + (doubled >= 10 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
