/** The parts of a URL, as Go's `net/url` names them; '' or undefined if the URL has none. */
export interface UrlParts {
  /** Lower case. */
  readonly scheme: string;
  readonly user: string | undefined;
  /** Host with port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/**
 * The parts of a URL as Go's `url.Parse` splits it (Go's net/url/url.go), or why it refuses it. It takes nearly anything
 * for a relative reference.
 */
export function parseUrl(text: string): UrlParts | string {
  const refuse = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (hasControl(text)) return 'net/url: invalid control character in URL';
  if (text.startsWith(':')) return 'missing protocol scheme';
  const found = parts.exec(text);
  if (found === null) return 'invalid URL';
  const [, scheme = '', rest = '', query = '', fragment = ''] = found;
  const broken = [rest, fragment]
    .map((part) => /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(part)?.[0])
    .find((candidate) => candidate);
  if (broken !== undefined) return `invalid URL escape ${JSON.stringify(broken)}`;
  if (scheme === '' && /^[^/]*:/.test(rest)) return 'first path segment in URL cannot contain colon';
  const common = { scheme: scheme.toLowerCase(), query, fragment };
  if (!rest.startsWith('//') || (scheme === '' && rest.startsWith('///'))) {
    return { ...common, user: undefined, host: '', path: rest };
  }
  const authority = /^[^/]*/.exec(rest.slice(2))?.[0] ?? '';
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const problem = hostProblem(host);
  if (problem !== undefined) return refuse(problem);
  return {
    ...common,
    user: at < 0 ? undefined : authority.slice(0, at),
    host,
    path: rest.slice(2 + authority.length),
  };
}

/** Whether Go's `url.ParseRequestURI` takes a text: a whole URL or an absolute path. A fragment has no meaning in it. */
export function isRequestUri(text: string): boolean {
  if (text === '*') return true;
  if (text === '' || /^[^/?]*:\/\/[^/?]*#/.test(text)) return false;
  // Without a scheme two slashes begin a path.
  const parsed = parseUrl(text.replaceAll('#', '%23').replace(/^\/\/+/, '/'));
  return typeof parsed !== 'string' && (parsed.scheme !== '' || text.startsWith('/'));
}

/** The host of a URL without its port and brackets: `URL.Hostname`. */
export function hostnameOf({ host }: UrlParts): string {
  const name = host.slice(0, host.length - portSuffix(host).length);
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

/** The port of a URL, or '': `URL.Port`. */
export function portOf({ host }: UrlParts): string {
  return portSuffix(host).slice(1);
}

/** The port with its colon. */
function portSuffix(host: string): string {
  return /:\d*$/.exec(host.startsWith('[') ? host.slice(host.lastIndexOf(']') + 1) : host)?.[0] ?? '';
}

function hostProblem(host: string): string | undefined {
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const port = host.startsWith('[') ? host.slice(host.lastIndexOf(']') + 1) : (/:[^:]*$/.exec(host)?.[0] ?? '');
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port ${JSON.stringify(port)} after host`;
  // Host names may only escape non-ASCII characters, and the percent sign itself.
  const escaped = /%(?!25)[0-7]./.exec(host.replace(/^\[.*\]/, ''))?.[0];
  if (escaped !== undefined) return `invalid URL escape ${JSON.stringify(escaped)}`;
  const bad = /[ "<>\\^`{|}]/.exec(host);
  return bad === null ? undefined : `invalid character ${JSON.stringify(bad[0])} in host name`;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}
