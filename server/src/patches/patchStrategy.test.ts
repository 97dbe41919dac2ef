import assert from 'node:assert/strict';
import table from '../../data/authored/served-resources.json' with { type: 'json' };
import { minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';

const catalog = readCatalog();

describe('strategies of strategic merge patches', () => {
  const { replaced, merged, retained } = table.strategicMerge;
  const binaries = Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, i) => minor(catalog.oldest + i));

  it('name fields that some release has', () => {
    const unknown = [...replaced, ...Object.keys(merged), ...retained].filter((name) => {
      const [owner, field] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
      return !binaries.some((binary) => catalog.type(binary, owner)?.fields.has(field) === true);
    });
    assert.deepEqual(unknown, []);
  });
});
