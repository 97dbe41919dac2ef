import { readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';

/** A connection to PostgreSQL. */
export interface Database {
  /** Runs one statement; values are parameters, never part of its text. */
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  end(): Promise<void>;
}

/** A connection string that cannot be read; the message is a phrase without its content. */
export class InvalidConnectionString extends Error {}

/** The answer to a statement. */
export interface QueryResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** Connects to the database of a connection string, with a time limit for every step. Throws what the client throws. */
export async function connect(connectionString: string, milliseconds: number): Promise<Database> {
  const client = new Client({
    ...clientConfig(connectionString),
    application_name: 'kubecompat',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  // A connection that ends between two statements makes the next one fail, which is reported.
  client.on('error', () => {});
  await client.connect();
  return {
    query: (text, values = []) => client.query(text, [...values]),
    end: () => client.end(),
  };
}

/**
 * The parts of a connection string as lib/pq reads it, which Helm uses: a URL, or `key=value` pairs. Throws an
 * {@link InvalidConnectionString}, which repeats nothing of it, since it contains a password. Source: github.com/lib/pq conn.go, ssl.go.
 */
export function clientConfig(text: string): ClientConfig {
  const parameters = /^postgres(?:ql)?:\/\//.test(text) ? parametersOfUrl(text) : parametersOfPairs(text);
  const at = (name: string) => parameters.get(name);
  const port = at('port');
  return {
    ...given('host', at('host')),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...given('user', at('user')),
    ...given('password', at('password')),
    ...given('database', at('dbname')),
    ...given('options', searchPath(at('search_path'), at('options'))),
    ssl: sslOf(at('sslmode') ?? 'require', at),
  };
}

function given<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  if (value !== undefined && value !== '') found[key] = value;
  return found;
}

function searchPath(path: string | undefined, options: string | undefined): string | undefined {
  return path === undefined ? options : `${options ?? ''} -c search_path=${path.replaceAll(/[\s\\]/g, '\\$&')}`.trim();
}

/** `require` encrypts without a look at the certificate, as in lib/pq. */
function sslOf(mode: string, at: (name: string) => string | undefined): ClientConfig['ssl'] {
  if (mode === 'disable') return false;
  const read = (name: string) => {
    const file = at(name);
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  };
  const certificates = { ca: read('sslrootcert'), cert: read('sslcert'), key: read('sslkey') };
  return { ...certificates, rejectUnauthorized: mode.startsWith('verify-') };
}

function parametersOfUrl(text: string): ReadonlyMap<string, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new InvalidConnectionString('not a valid URL');
  const parts: readonly (readonly [string, string])[] = [
    ['host', decodeURIComponent(url.hostname)],
    ['port', url.port],
    ['user', decodeURIComponent(url.username)],
    ['password', decodeURIComponent(url.password)],
    ['dbname', decodeURIComponent(url.pathname.slice(1))],
  ];
  return new Map([...parts.filter(([, value]) => value !== ''), ...url.searchParams]);
}

const pair = /\s*([A-Za-z_]\w*)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s\\']|\\.)*))(?=\s|$)/y;

function parametersOfPairs(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  pair.lastIndex = 0;
  let end = 0;
  for (let match = pair.exec(text); match !== null; match = pair.exec(text)) {
    const [whole, key = '', quoted, plain = ''] = match;
    found.set(key, (quoted ?? plain).replaceAll(/\\(.)/gs, '$1'));
    end += whole.length;
  }
  if (text.slice(end).trim() !== '') throw new InvalidConnectionString('neither a URL nor key=value pairs');
  return found;
}
