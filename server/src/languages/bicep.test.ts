import assert from 'node:assert/strict';
import { assertProblemsInside } from '../../../test/support/damagedTexts.ts';
import { readBicep } from './bicep.ts';

describe('Bicep', () => {
  it('has parameters, variables, resources and modules', () => {
    const { statements, problems } = readBicep(
      "@minLength(3)\nparam a string = 'x'\nparam b string\nvar c = [\n  1\n  2\n]\nresource d 'T@1' = if (b == 'y') {\n  name: 'n'\n}\nresource e 'T@1' existing = {\n  name: 'o'\n}\nmodule f './f.bicep' = {\n  params: { g: '${a}-x' }\n}\noutput h string = d.id\ntype i = 'a' | 'b'\n",
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      statements.map(({ keyword, name, type, value }) => [keyword, name, type, value?.kind]),
      [
        ['param', 'a', '', 'text'],
        ['param', 'b', '', undefined],
        ['var', 'c', '', 'list'],
        ['resource', 'd', 'T@1', 'object'],
        ['resource', 'e', 'T@1', undefined],
        ['module', 'f', './f.bicep', 'object'],
      ],
    );
  });

  it('has strings in three quotes, conditions over several lines and lists without commas', () => {
    const { statements, problems } = readBicep(
      "var a = '''\n${x} 'y'\n'''\nvar b = c\n  ? 1\n  : 2\nvar d = [\n  'e'\n  {\n    f: 1\n  }\n]\n",
    );
    assert.deepEqual(problems, []);
    const [a, b, d] = statements.map(({ value }) => value);
    assert.equal(a?.kind === 'text' && a.value, "\n${x} 'y'\n");
    assert.equal(b?.kind, 'conditional');
    assert.equal(d?.kind === 'list' && d.items.length, 2);
  });

  it('marks parameters of templates', () => {
    assert.equal(readBicep("using './main.bicep'\nparam a = '1.31'\n").using, './main.bicep');
  });

  it('is parsed in bounded time, however deep or damaged the text', () => {
    for (const open of ['[', '{', '(', "'${", '!', 'a ? ', "'''"]) readBicep(`var x = ${open.repeat(20_000)}`);
    assertProblemsInside(readBicep, ["'", 'param a', 'resource b', '//', '@']);
  });
});
