import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import table from '../../data/authored/admission.json' with { type: 'json' };

describe('the explanation of admission', () => {
  it('names every plugin of every binary', () => {
    const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const names = [...table.plugins.map(({ name }) => name), ...table.offByDefault.names];
    assert.deepEqual(
      names.filter((name) => !text.includes(name)),
      [],
    );
    assert.ok(names.length > 40);
  });
});
