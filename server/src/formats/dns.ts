import { type Format, isLonger, mismatch, tooLong } from './format.ts';

// Source of all rules here: k8s.io/apimachinery/pkg/util/validation/validation.go.

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const underscoreLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const underscoreSubdomain = `${underscoreLabel}(\\.${underscoreLabel})*`;
const oldLabel = '[a-z]([-a-z0-9]*[a-z0-9])?';
const wildcard = `\\*\\.${subdomain}`;

const labelPattern = new RegExp(`^${label}$`);
const subdomainPattern = new RegExp(`^${subdomain}$`);
const underscoreSubdomainPattern = new RegExp(`^${underscoreSubdomain}$`);
const oldLabelPattern = new RegExp(`^${oldLabel}$`);
const wildcardPattern = new RegExp(`^${wildcard}$`);

const labelLimit = 63;
const subdomainLimit = 253;

/** A DNS label of RFC 1123: `IsDNS1123Label`. */
export const dnsLabel: Format = (text) => {
  const problems: string[] = [];
  if (isLonger(text, labelLimit)) problems.push(tooLong(labelLimit, 'characters'));
  if (!labelPattern.test(text)) {
    problems.push(
      subdomainPattern.test(text)
        ? 'must not contain dots'
        : mismatch(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
            label,
            'my-name',
            '123-abc',
          ),
    );
  }
  return problems;
};

/** A DNS subdomain of RFC 1123: `IsDNS1123Subdomain`. */
export const dnsSubdomain: Format = (text) =>
  subdomainLike(
    text,
    subdomainPattern,
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    subdomain,
    'example.com',
  );

/** A DNS subdomain that may hold underscores: `IsDNS1123SubdomainWithUnderscore`. */
export const dnsSubdomainWithUnderscore: Format = (text) =>
  subdomainLike(
    text,
    underscoreSubdomainPattern,
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
    underscoreSubdomain,
    'example.com',
  );

/** A DNS subdomain whose first label is `*`: `IsWildcardDNS1123Subdomain`. */
export const wildcardDnsSubdomain: Format = (text) =>
  subdomainLike(
    text,
    wildcardPattern,
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    wildcard,
    '*.example.com',
  );

/** A DNS label of RFC 1035, which starts with a letter: `IsDNS1035Label`. */
export const dns1035Label: Format = (text) => {
  const problems: string[] = [];
  if (isLonger(text, labelLimit)) problems.push(tooLong(labelLimit, 'characters'));
  if (!oldLabelPattern.test(text)) {
    problems.push(
      mismatch(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
        oldLabel,
        'my-name',
        'abc-123',
      ),
    );
  }
  return problems;
};

/** A domain of at least two labels, a dot at its end allowed: `IsFullyQualifiedDomainName` for a text that is not empty. */
export const fullyQualifiedDomainName: Format = (text) => {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  const problems = dnsSubdomain(name);
  if (problems.length > 0) return [problems.join(',')];
  const labels = name.split('.');
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots'];
  for (const part of labels) {
    const wrong = dnsLabel(part);
    if (wrong.length > 0) return [wrong.join(',')];
  }
  return [];
};

/** A domain of at least three labels: `IsFullyQualifiedName` for a text that is not empty. */
export const fullyQualifiedName: Format = (text) => {
  const problems = dnsSubdomain(text);
  if (problems.length > 0) return [problems.join(',')];
  return text.split('.').length < 3 ? ['should be a domain with at least three segments separated by dots'] : [];
};

function subdomainLike(text: string, pattern: RegExp, rule: string, shown: string, example: string): readonly string[] {
  const problems: string[] = [];
  if (isLonger(text, subdomainLimit)) problems.push(tooLong(subdomainLimit, 'characters'));
  if (!pattern.test(text)) problems.push(mismatch(rule, shown, example));
  return problems;
}
