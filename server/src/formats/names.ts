import { dnsSubdomain } from './dns.ts';
import { type Format, isLonger, mismatch, tooLong } from './format.ts';

// Source of all rules here, unless said: k8s.io/apimachinery/pkg/util/validation/validation.go.

/** A segment of a URL path: `IsPathSegmentName` in `pkg/api/validate/content/path.go`. */
export const pathSegment: Format = (text) => {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return pathSegmentPrefix(text);
};

/** The beginning of a path segment: `IsPathSegmentPrefix`. */
export const pathSegmentPrefix: Format = (text) =>
  ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);

/** The name of a port as IANA registers service names: `IsValidPortName`. */
export const portName: Format = (text) => {
  const problems: string[] = [];
  if (isLonger(text, 15)) problems.push(tooLong(15, 'characters'));
  if (!/^[-a-z0-9]+$/.test(text)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(text)) problems.push('must contain at least one letter (a-z)');
  if (text.includes('--')) problems.push('must not contain consecutive hyphens');
  if (text.startsWith('-') || text.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
};

/** An identifier of C: `IsCIdentifier`. */
export const cIdentifier: Format = (text) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? []
    : [
        mismatch(
          "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
          '[A-Za-z_][A-Za-z0-9_]*',
          'my_name',
          'MY_NAME',
          'MyName',
        ),
      ];

/** The name of an environment variable before names were relaxed: `IsEnvVarName`. */
export const envVarName: Format = (text) => {
  const problems: string[] = [];
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text)) {
    problems.push(
      mismatch(
        "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
        '[-._a-zA-Z][-._a-zA-Z0-9]*',
        'my.env-name',
        'MY_ENV.NAME',
        'MyEnvName1',
      ),
    );
  }
  return [...problems, ...directoryPrefix(text)];
};

/** The name of an environment variable since names were relaxed: `IsRelaxedEnvVarName`. */
export const relaxedEnvVarName: Format = (text) => {
  if (text === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]*$/.test(text)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** A key of a ConfigMap or Secret: `IsConfigMapKey`. */
export const configMapKey: Format = (text) => {
  const problems: string[] = [];
  if (isLonger(text, 253)) problems.push(tooLong(253, 'characters'));
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) {
    problems.push(
      mismatch(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        '[-._a-zA-Z0-9]+',
        'key.name',
        'KEY_NAME',
        'key-name',
      ),
    );
  }
  return [...problems, ...directoryPrefix(text)];
};

/** The name of an HTTP header: `IsHTTPHeaderName`. */
export const httpHeaderName: Format = (text) =>
  /^[-A-Za-z0-9]+$/.test(text)
    ? []
    : [
        mismatch(
          "a valid HTTP header must consist of alphanumeric characters or '-'",
          '[-A-Za-z0-9]+',
          'X-Header-Name',
        ),
      ];

/** A whole number followed by `%`: `IsValidPercent`. */
export const percent: Format = (text) =>
  /^[0-9]+%$/.test(text)
    ? []
    : [mismatch("a valid percent string must be a numeric string followed by an ending '%'", '[0-9]+%', '1%', '93%')];

/** A DNS subdomain, a slash and an HTTP path, for a text that is not empty: `IsDomainPrefixedPath`. */
export const domainPrefixedPath: Format = (text) => {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) {
    return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  }
  const problems = [...dnsSubdomain(text.slice(0, slash))];
  const path = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  if (!new RegExp(`^${path}$`).test(text.slice(slash + 1))) problems.push(mismatch('Invalid path', path));
  return problems;
};

function directoryPrefix(text: string): readonly string[] {
  if (text === '.') return ["must not be '.'"];
  if (text === '..') return ["must not be '..'"];
  return text.startsWith('..') ? ["must not start with '..'"] : [];
}
