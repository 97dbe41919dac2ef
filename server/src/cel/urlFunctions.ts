import { hostnameOf, isRequestUri, parseUrl, portOf, type UrlParts } from '../formats/url.ts';
import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, list, type Outcome, string } from './values.ts';

// Source: k8s.io/apiserver pkg/cel/library/urls.go; Go's net/url.

/** The functions of URLs. */
export const urlFunctions: Functions = {
  isURL: ([text]) => (text?.type === 'string' ? bool(isRequestUri(text.value)) : undefined),
  url: ([text]) => {
    if (text?.type !== 'string') return undefined;
    const parts = isRequestUri(text.value) ? parseUrl(text.value) : 'invalid URI for request';
    if (typeof parts === 'string') return failure(`URL parse error during conversion from string: ${parts}`);
    return { type: 'url', text: text.value, parts };
  },
  getScheme: part(({ scheme }) => string(scheme)),
  // Escapes in a host are shown decoded.
  getHost: part((url) => (url.host.includes('%') ? undefined : string(url.host))),
  getHostname: part((url) => (url.host.includes('%') ? undefined : string(hostnameOf(url)))),
  getPort: part((url) => string(portOf(url))),
  getEscapedPath: part(escapedPath),
  getQuery: part(({ query }) => queryOf(query)),
};

function part(of: (url: UrlParts) => Outcome | undefined): CelFunction {
  return ([value]) => (value?.type === 'url' ? of(value.parts) : undefined);
}

/** The path as written, if nothing must be escaped; an opaque URL has no path. */
function escapedPath({ scheme, host, user, path }: UrlParts): Outcome | undefined {
  const isOpaque = scheme !== '' && host === '' && user === undefined && !path.startsWith('/');
  if (isOpaque) return string('');
  return /^[\w\-.~$&+,/:;=@!'()*[\]%]*$/.test(path) ? string(path) : undefined;
}

function queryOf(query: string): Outcome | undefined {
  const found = new Map<string, CelValue[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const at = pair.indexOf('=');
    const [key, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    if (/%(?![0-9a-fA-F]{2})/.test(pair)) continue;
    const [name, text] = [unescaped(key), unescaped(value)];
    if (name === undefined || text === undefined) return undefined;
    found.set(name, [...(found.get(name) ?? []), string(text)]);
  }
  const entries = [...found].map(([key, values]): [string, readonly [CelValue, CelValue]] => [
    `s${key}`,
    [string(key), list(values)],
  ]);
  return { type: 'map', entries: new Map(entries) };
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
