import assert from 'node:assert/strict';
import { definitionFile, mayDefineGroup } from './definitionFile.ts';

const definition = (names: string) => `kind: CustomResourceDefinition\nspec:\n${names}`;
const file = (text: string) => definitionFile({ path: '/w/crd.yaml', file: 'crd.yaml' }, text);

describe('a file that may have definitions', () => {
  it('is recognized by a word, without parsing', () => {
    assert.equal(file('kind: Deployment\n'), undefined);
    assert.ok(file(definition('  group: example.com\n  names: { kind: Lamp }\n')) !== undefined);
  });

  const certain: Readonly<Record<string, string>> = {
    'block style': '  group: example.com\n  names:\n    kind: Lamp\n',
    'flow style': '  group: example.com\n  names: { plural: lamps, kind: Lamp }\n',
    'quoted words': '  group: "example.com"\n  names: { "kind": \'Lamp\' }\n',
    'the word on the next line': '  group:\n    example.com\n  names: { kind: Lamp }\n',
    'JSON without spaces': '{"group":"example.com","names":{"kind":"Lamp"}}',
    'a schema with such properties':
      '  group: example.com\n  names: { kind: Lamp }\n  group: { type: string }\n  kind:\n    type: string\n',
  };
  for (const [name, text] of Object.entries(certain)) {
    it(`lists what it can define: ${name}`, () => {
      const found = file(definition(text));
      assert.ok(found !== undefined);
      assert.ok(mayDefineGroup(found, 'example.com') && !mayDefineGroup(found, 'example.org'));
    });
  }

  const open: Readonly<Record<string, string>> = {
    'an alias': '  group: *group\n  names: { kind: Lamp }\n',
    'an anchor': '  group: &group example.com\n  names: { kind: Lamp }\n',
    'a tag': '  group: !!str example.com\n  names: { kind: Lamp }\n',
    'a block scalar': '  group: >-\n    example.com\n  names: { kind: Lamp }\n',
    'a comment before the word': '  group: # the group\n    example.com\n  names: { kind: Lamp }\n',
    'an explicit key': '  ? group\n  : example.com\n  names: { kind: Lamp }\n',
    'an escape': '  "\\u0067roup": example.com\n  names: { kind: Lamp }\n',
    'an escape in the word': '  group: "example\\u002ecom"\n  names: { kind: Lamp }\n',
    'a template': '  group: {{ .Values.group }}\n  names: { kind: Lamp }\n',
  };
  for (const [name, text] of Object.entries(open)) {
    it(`may define anything: ${name}`, () => {
      const found = file(definition(text));
      assert.ok(found !== undefined);
      assert.ok(mayDefineGroup(found, 'example.org'));
    });
  }
});
