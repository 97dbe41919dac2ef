import { createHash } from 'node:crypto';

/** The SHA-256 of a table in hexadecimal, given its text, or the JSON of a compressed table of fields. */
export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The problems of tables that `npm run kubernetes` did not write, by the digests in `facts/sources.json`. */
export function changedTables(
  written: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): readonly string[] {
  const files = [...new Set([...written.keys(), ...found.keys()])].sort();
  return files.flatMap((file) => {
    const [before, now] = [written.get(file), found.get(file)];
    if (before === now) return [];
    if (now === undefined) return [`server/data/facts/${file}: is not there (facts/sources.json)`];
    if (before === undefined) return [`server/data/facts/${file}: facts/sources.json has no digest of it`];
    return [`server/data/facts/${file}: is not as npm run kubernetes wrote it (facts/sources.json)`];
  });
}
