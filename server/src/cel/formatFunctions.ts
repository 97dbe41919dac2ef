import { isBase64 } from '../formats/base64.ts';
import { dns1035Label, dnsLabel, dnsSubdomain } from '../formats/dns.ts';
import type { Format } from '../formats/format.ts';
import { labelValue, qualifiedName } from '../formats/label.ts';
import { isCalendarDate, isDateTime } from '../formats/timestamp.ts';
import { isRequestUri } from '../formats/url.ts';
import type { Functions } from './function.ts';
import { type CelValue, list, string } from './values.ts';

// Source: k8s.io/apiserver pkg/cel/library/format.go.

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The errors of each format for a text. */
const formats: Readonly<Record<string, Format | undefined>> = {
  dns1123Label: dnsLabel,
  dns1123Subdomain: dnsSubdomain,
  dns1035Label,
  qualifiedName,
  dns1123LabelPrefix: prefix(dnsLabel),
  dns1123SubdomainPrefix: prefix(dnsSubdomain),
  dns1035LabelPrefix: prefix(dns1035Label),
  labelValue,
  uri: needs(isRequestUri, 'invalid URI for request'),
  uuid: needs((text) => uuid.test(text), 'does not match the UUID format'),
  byte: needs(isBase64, 'invalid base64'),
  date: needs(isCalendarDate, 'invalid date'),
  datetime: needs(isDateTime, 'invalid datetime'),
};

/** The functions of named formats. */
export const formatFunctions: Functions = {
  ...Object.fromEntries(Object.keys(formats).map((name) => [`format.${name}`, () => named(name)])),
  'format.named': ([name]) => (name?.type === 'string' ? { type: 'optional', value: named(name.value) } : undefined),
  validate: ([format, text]) => {
    if (format?.type !== 'format' || text?.type !== 'string') return undefined;
    const problems = format.problems(text.value);
    return { type: 'optional', value: problems.length === 0 ? undefined : list(problems.map(string)) };
  },
};

function named(name: string): CelValue | undefined {
  const problems = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return problems === undefined ? undefined : { type: 'format', name, problems };
}

/** The format of generateName prefixes: a trailing dash is allowed. */
function prefix(format: Format): Format {
  return (text) => format(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

function needs(test: (text: string) => boolean, problem: string): Format {
  return (text) => (test(text) ? [] : [problem]);
}
