import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { factMinor } from '../targets/version.ts';
import { formatPath } from '../text/fieldPath.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { decode } from './decode.ts';

/** The answer of a real server to a real manifest with one change. */
interface Row {
  readonly binary: string;
  readonly text: string;
  readonly undecodable: boolean;
  readonly unknown: readonly string[];
  readonly duplicate: boolean;
}

describe('decode', () => {
  const rows = readRows();

  it('refuses exactly the objects that real servers refused', () => {
    assert.ok(rows.length > 250);
    for (const row of rows) {
      const { problems, resources } = findResources(readManifest(row.text), 'recorded.yaml');
      const [resource] = resources;
      if (resource === undefined) {
        assert.ok(problems.length > 0 && row.undecodable, row.text);
        continue;
      }
      const groupVersion = parseGroupVersion(resource.apiVersion);
      const type =
        groupVersion && readCatalog().rootType(factMinor(row.binary), { ...groupVersion, kind: resource.kind });
      assert.ok(type !== undefined, row.text);
      const decoded = decode(resource.root, type, { field: () => false, object: () => false });
      assert.equal(decoded.errors.length > 0, row.undecodable, row.text);
      if (row.undecodable) continue;
      const unknown = new Set(decoded.unknown.map(({ path }) => plain(formatPath(path))));
      assert.deepEqual([...unknown].sort(), row.unknown.map(plain).sort(), row.text);
      assert.equal(decoded.duplicates.length > 0, row.duplicate, row.text);
    }
  });
});

/** Strict errors write map keys as `.key`. */
function plain(path: string): string {
  return path.replace(/\[(?!\d+\])([^\]]*)\]/g, '.$1');
}

/** Recorded with the oracle: kube-apiservers 1.34.4 and 1.36.3, dry-run creates with strict field validation. */
function readRows(): readonly Row[] {
  const text = readFileSync(new URL('./fixtures/recorded.jsonl', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const row: unknown = line === '' ? undefined : JSON.parse(line);
    if (!Array.isArray(row)) return [];
    const [binary, document, undecodable, unknown, duplicate]: unknown[] = row;
    return [
      {
        binary: String(binary),
        text: String(document),
        undecodable: undecodable === true,
        unknown: Array.isArray(unknown) ? unknown.map(String) : [],
        duplicate: duplicate === true,
      },
    ];
  });
}
