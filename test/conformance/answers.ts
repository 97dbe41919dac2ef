import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A document of a conformance set. */
export interface ConformanceDocument {
  readonly id: string;
  readonly sha: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly text: string;
}

/** The answer of a recorded server to a document. */
export interface Answer {
  readonly id: string;
  readonly sha: string;
  /** `not-served`, `undecodable`, `invalid`, `accepted`, or the status code of another error. */
  readonly verdict: string;
  readonly message?: string;
  readonly unknown?: readonly string[];
  readonly duplicate?: readonly string[];
  /** The reason, field and message for each refused field. */
  readonly causes?: readonly (readonly [string, string, string])[];
  readonly warnings?: readonly string[];
  readonly lost?: readonly string[];
}

/** The answers of one server to one set. */
export interface Recording {
  /** `manifests@1.37-emu-1.34`. */
  readonly name: string;
  readonly set: string;
  readonly binary: string;
  readonly flags: readonly string[];
  readonly answers: readonly Answer[];
}

/** The folder of the recorded answers, if this machine has them. */
export const conformanceFolder: string =
  process.env['KUBECOMPAT_CONFORMANCE'] ?? join(import.meta.dirname, '../../../shared/conformance');

/** Whether this machine has recorded answers. */
export function hasRecordings(): boolean {
  return existsSync(join(conformanceFolder, 'answers'));
}

/** The names of all recordings. */
export function recordingNames(): readonly string[] {
  return readdirSync(join(conformanceFolder, 'answers'))
    .filter((file) => file.endsWith('.jsonl.gz'))
    .map((file) => file.slice(0, -'.jsonl.gz'.length))
    .sort();
}

/** Reads one recording. */
export function readRecording(name: string): Recording {
  const [head = '', ...rows] = lines(join(conformanceFolder, 'answers', `${name}.jsonl.gz`));
  const { binary, flags } = parse<Pick<Recording, 'binary' | 'flags'>>(head);
  return { name, set: name.split('@')[0] ?? '', binary, flags, answers: rows.map((row) => parse<Answer>(row)) };
}

/**
 * The documents of a set by hash. Lists are excluded, because kubectl unpacks them and the server has no resource for
 * them. So are files encrypted by SOPS: the servers answered about the encrypted text, which is never applied.
 */
export function readDocuments(set: string): ReadonlyMap<string, ConformanceDocument> {
  const documents = lines(join(conformanceFolder, `${set}.jsonl.gz`)).map((row) => parse<ConformanceDocument>(row));
  const answered = documents.filter(({ kind, text }) => !kind.endsWith('List') && !encrypted.test(text));
  return new Map(answered.map((conformanceDocument) => [conformanceDocument.sha, conformanceDocument]));
}

/** The authentication code that SOPS writes under `sops`. */
const encrypted = /^sops:\n[\s\S]*^\s+mac: ENC\[/m;

/** The CustomResourceDefinitions on the servers that answered for a set; '' for none. */
export function readContext(set: string): string {
  const file = join(conformanceFolder, `${set}.context.yaml`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function lines(file: string): readonly string[] {
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
}

function parse<T>(text: string): T {
  return JSON.parse(text);
}
