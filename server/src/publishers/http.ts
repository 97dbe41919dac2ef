import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { boundedRequest, RequestFailed } from '../network/boundedRequest.ts';
import { messageOf, SourceProblem } from './problem.ts';

/** An answer of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The URL after redirects. */
  readonly url: string;
}

/** The options of a request. */
export interface HttpRequest {
  readonly accept?: string;
  /** The `Authorization` header, which is not sent to other origins. */
  readonly authorization?: string | undefined;
  /** The maximum number of bytes of the answer; default 64 MB. */
  readonly max?: number;
}

const maxBytes = 64 * 1024 * 1024;
const maxRedirects = 5;

/** GET requests with limits of time and size. Only servers on this machine may be used without TLS. */
export class Http {
  readonly #milliseconds: number;

  /** @param milliseconds the timeout of each request, including its redirects. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** The answer, with any status. Throws a {@link SourceProblem} if there is none. */
  async ask(requestUrl: string, request: HttpRequest = {}): Promise<Answer> {
    const first = checkedUrl(requestUrl);
    const end = performance.now() + this.#milliseconds;
    let url = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const isSame = url.origin === first.origin;
      const authorization = isSame ? request.authorization : undefined;
      const answer = await requestOnce(url, { ...request, authorization }, end);
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
      url = redirected(location, url, first);
    }
    throw new SourceProblem(`${displayedUrl(first)} redirects more than ${maxRedirects} times`, 'name the final URL');
  }

  /** The answer with status 200. Throws a {@link SourceProblem} for other statuses. */
  async get(requestUrl: string, request: HttpRequest = {}): Promise<Answer> {
    const answer = await this.ask(requestUrl, request);
    if (answer.status !== 200) throw refusedBy(answer);
    return answer;
  }
}

/** The problem of an answer with another status than 200. */
export function refusedBy({ status, url }: Answer): SourceProblem {
  const where = displayedUrl(new URL(url));
  if (status === 404 || status === 410) {
    return new SourceProblem(`${where} does not exist (${status})`, 'check the name and the version', 'missing');
  }
  if (status === 401 || status === 403) {
    const remedy = 'only public sources can be fetched: download it yourself, and add the folder';
    return new SourceProblem(`${where} asks for credentials (${status})`, remedy);
  }
  return new SourceProblem(`${where} answered with the status ${status}`, 'try again later');
}

/** Whether an answer is an HTML page instead of a file. */
export function isPage({ headers, body }: Answer): boolean {
  return (
    /^text\/html/i.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype html|html)/i.test(body.toString('latin1', 0, 200))
  );
}

/** A URL for messages, without parts that may be secret. */
export function displayedUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function checkedUrl(location: string): URL {
  const url = parsed(location);
  if (url === undefined) throw new SourceProblem(`"${location}" is not a URL`, 'write https://HOST/PATH');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe)
    throw new SourceProblem(`${displayedUrl(url)} is not an https URL`, 'name one that begins with https://');
  if (url.username !== '' || url.password !== '') {
    throw new SourceProblem(
      `${displayedUrl(url)} contains credentials, which would be stored`,
      'name a URL without credentials',
    );
  }
  return url;
}

function parsed(location: string, from?: string): URL | undefined {
  return URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function redirected(location: string, from: URL, first: URL): URL {
  const url = parsed(location, from.href);
  // A remote server must not redirect to local services.
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(first.hostname));
  if (url === undefined || !isSafe || (isLoopback(url.hostname) && !isLoopback(first.hostname))) {
    throw new SourceProblem(`${displayedUrl(from)} redirects to an unsafe URL`, 'name the URL of the file itself');
  }
  return url;
}

async function requestOnce(
  url: URL,
  { accept = '*/*', authorization, max = maxBytes }: HttpRequest,
  end: number,
): Promise<Answer> {
  const headers = {
    Accept: accept,
    'Accept-Encoding': 'identity',
    'User-Agent': 'kubecompat',
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const milliseconds = Math.max(1, end - performance.now());
  try {
    const reply = await boundedRequest(url, { headers }, { milliseconds, bytes: max });
    const body = decoded(reply.body, reply.headers['content-encoding'], max);
    if (body === undefined) throw tooLarge(url, max);
    return { status: reply.status, headers: reply.headers, body, url: url.href };
  } catch (thrown) {
    throw thrown instanceof RequestFailed ? problemOf(thrown, url, max) : thrown;
  }
}

function problemOf({ reason, cause }: RequestFailed, url: URL, max: number): SourceProblem {
  if (reason === 'too large') return tooLarge(url, max);
  if (reason === 'timeout') {
    return new SourceProblem(`${url.host} did not answer in time`, 'try again, or raise --timeout');
  }
  return new SourceProblem(`${url.host} cannot be reached: ${messageOf(cause) || codeOf(cause)}`, unreachableRemedy);
}

const unreachableRemedy = 'check the URL and the network; a local copy can be added as a folder';

function tooLarge(url: URL, max: number): SourceProblem {
  return new SourceProblem(
    `${displayedUrl(url)} is larger than ${Math.round(max / 1024 / 1024)} MB`,
    'name a source with only the definitions, or download it and add the folder',
  );
}

/** The body without compression, which some servers always use; undefined if it cannot be decompressed within `max`. */
function decoded(body: Buffer, encoding: string | undefined, max: number): Buffer | undefined {
  if (encoding !== 'gzip') return body;
  try {
    return gunzipSync(body, { maxOutputLength: max });
  } catch {
    return undefined;
  }
}

/** The code of a connection error: aggregated ones have no message. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed';
}
