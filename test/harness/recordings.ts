import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The requests to servers with the answers, below a header line. */
export interface Recording<Row, Head> {
  readonly head: Head;
  readonly rows: readonly Row[];
}

/** The recorded servers, by their settings. */
export interface AskedSettings {
  readonly settings: readonly string[];
}

/** Reads a compressed JSON Lines file whose first line is a header. */
export function readRecording<Row, Head = AskedSettings>(file: URL | string): Recording<Row, Head> {
  const [head = '{}', ...rows] = packedLines(file);
  return { head: JSON.parse(head), rows: rows.map((row) => JSON.parse(row)) };
}

/** Reads a compressed JSON Lines file without a header. */
export function readRows<Row>(file: URL | string): readonly Row[] {
  return packedLines(file).map((row) => JSON.parse(row));
}

/** Writes lines to such a file. */
export function writeLines(file: URL | string, lines: readonly string[]): void {
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
}

/** The answer of the server with the setting at `index`: one per setting, or one for all. */
export function answerAt<T>(answers: readonly T[], index: number): T | undefined {
  return answers[answers.length === 1 ? 0 : index];
}

/** The lines of a packed file. */
export function packedLines(file: URL | string): readonly string[] {
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
}
