import { dnsSubdomain } from './dns.ts';
import { type Format, isLonger, mismatch, tooLong } from './format.ts';

// Source of all rules here: k8s.io/apimachinery/pkg/api/validate/content/kube.go.

const name = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const namePattern = new RegExp(`^${name}$`);
const valuePattern = new RegExp(`^(${name})?$`);
const limit = 63;
const keyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** A name with an optional DNS subdomain before a slash, as label keys, finalizers and resources have: `IsQualifiedName`. */
export const qualifiedName: Format = (text) => {
  const problems: string[] = [];
  const slash = text.indexOf('/');
  const last = text.slice(slash + 1);
  if (last.includes('/')) {
    return [
      `a valid label key ${mismatch(keyRule, name, 'MyName', 'my.name', '123-abc')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  if (slash === 0) problems.push('prefix part must be non-empty');
  else if (slash > 0) {
    for (const problem of dnsSubdomain(text.slice(0, slash))) problems.push(`prefix part ${problem}`);
  }
  if (last === '') problems.push('name part must be non-empty');
  else if (isLonger(last, limit)) problems.push(`name part ${tooLong(limit)}`);
  if (!namePattern.test(last)) {
    problems.push(`name part ${mismatch(keyRule, name, 'MyName', 'my.name', '123-abc')}`);
  }
  return problems;
};

/** A qualified name that must have its prefix, for a text that is not empty: `IsDomainPrefixedKey`. */
export const prefixedName: Format = (text) => {
  const problems = qualifiedName(text);
  if (problems.length > 0 || text.includes('/')) return problems;
  return ['must be a domain-prefixed key (such as "acme.io/foo")'];
};

/** The value of a label, which may be empty: `IsValidLabelValue`. */
export const labelValue: Format = (text) => {
  const problems: string[] = [];
  if (isLonger(text, limit)) problems.push(tooLong(limit));
  if (!valuePattern.test(text)) {
    problems.push(
      mismatch(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        `(${name})?`,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return problems;
};
