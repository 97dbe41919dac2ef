import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** What was asked of servers, and what they said, under a line about the whole. */
export interface Recording<Row, Head> {
  readonly head: Head;
  readonly rows: readonly Row[];
}

/** The servers that were asked, by their settings. */
export interface AskedSettings {
  readonly settings: readonly string[];
}

/** Reads a packed file of JSON lines, the first of which is about the others. */
export function readRecording<Row, Head = AskedSettings>(file: URL): Recording<Row, Head> {
  const [head = '{}', ...rows] = packedLines(file);
  return { head: JSON.parse(head), rows: rows.map((row) => JSON.parse(row)) };
}

/** Reads a packed file of JSON lines that are all of one kind. */
export function readRows<Row>(file: URL): readonly Row[] {
  return packedLines(file).map((row) => JSON.parse(row));
}

/** What the server with the setting at `index` said: one answer for each setting, or one for all. */
export function answerAt<T>(answers: readonly T[], index: number): T | undefined {
  return answers[answers.length === 1 ? 0 : index];
}

function packedLines(file: URL): readonly string[] {
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
}
