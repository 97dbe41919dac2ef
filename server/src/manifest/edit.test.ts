import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../text/edit.ts';
import { fillNull, insertFields, moveFields, replaceScalar } from './edit.ts';
import { entryFor, type MapNode, mapFor } from './node.ts';
import { readManifest } from './readManifest.ts';

function root(text: string): MapNode {
  const node = readManifest(text).documents[0]?.root;
  assert(node?.kind === 'map');
  return node;
}

function inner(map: MapNode, ...keys: string[]): MapNode {
  let at = map;
  for (const key of keys) {
    const next = mapFor(at, key);
    assert(next !== undefined, key);
    at = next;
  }
  return at;
}

/** The text after inserting `fields` into the map at `at`. */
function inserted(text: string, at: string[], fields: Record<string, string | number>, after?: string): string {
  const edit = insertFields(text, inner(root(text), ...at), fields, after);
  assert(edit !== undefined);
  return applyEdits(text, [edit]) ?? '';
}

function replaced(text: string, value: string): string {
  const node = entryFor(root(text), 'a')?.value;
  assert(node?.kind === 'scalar');
  const edit = replaceScalar(node, value);
  assert(edit !== undefined);
  return applyEdits(text, [edit]) ?? '';
}

function moved(text: string, at: string[], moves: Record<string, [string, ...string[]]>): string | undefined {
  const map = inner(root(text), ...at);
  const edits = moveFields(
    text,
    map,
    Object.entries(moves).map(([key, to]) => {
      const entry = entryFor(map, key);
      assert(entry !== undefined);
      return { entry, to };
    }),
  );
  return edits && applyEdits(text, edits);
}

describe('replaceScalar', () => {
  it('keeps the quotes that are there', () => {
    assert.equal(replaced('a: x # c\n', 'apps/v1'), 'a: apps/v1 # c\n');
    assert.equal(replaced(`a: 'x'\n`, "it's"), `a: 'it''s'\n`);
    assert.equal(replaced('{"a": "x"}', 'apps/v1'), '{"a": "apps/v1"}');
  });

  it('quotes what would read as something else', () => {
    assert.equal(replaced('a: x\n', 'yes'), 'a: "yes"\n');
    assert.equal(replaced('a: x\n', '1.20'), 'a: "1.20"\n');
  });
});

describe('insertFields', () => {
  it('goes behind the scalars that a map begins with', () => {
    assert.equal(
      inserted('s:\n  r: 1 # one\n  t:\n    u: 2\n', ['s'], { num: 5 }),
      's:\n  r: 1 # one\n  num: 5\n  t:\n    u: 2\n',
    );
  });

  it('goes in front of a first field that is no scalar', () => {
    assert.equal(inserted('s:\n  t:\n    u: 2\n', ['s'], { num: 5 }), 's:\n  num: 5\n  t:\n    u: 2\n');
  });

  it('does not come between a comment and the field it speaks of', () => {
    assert.equal(
      inserted('s:\n  # about t\n  t:\n    u: 2\n', ['s'], { num: 5 }),
      's:\n  # about t\n  t:\n    u: 2\n  num: 5\n',
    );
  });

  it('goes behind a named field', () => {
    assert.equal(inserted('s:\n  a: 1\n  b: 2\n', ['s'], { num: 5 }, 'a'), 's:\n  a: 1\n  num: 5\n  b: 2\n');
  });

  it('keeps line ends and works without a last line break', () => {
    assert.equal(inserted('s:\r\n  a: 1\r\n', ['s'], { num: 5 }), 's:\r\n  a: 1\r\n  num: 5\r\n');
    assert.equal(inserted('s:\n  a: 1', ['s'], { num: 5 }), 's:\n  a: 1\n  num: 5');
  });

  it('writes flow maps and JSON as they are written', () => {
    assert.equal(inserted('s: {a: 1}\n', ['s'], { num: 5 }), 's: {"num": 5, a: 1}\n');
    assert.equal(inserted('s: {}\n', ['s'], { num: 5 }), 's: {"num": 5}\n');
    assert.equal(
      inserted('{\n  "s": {\n    "a": 1\n  }\n}\n', ['s'], { num: 5 }),
      '{\n  "s": {\n    "num": 5,\n    "a": 1\n  }\n}\n',
    );
    assert.equal(inserted('{"s": {"a": 1}}', ['s'], { num: 5 }, 'a'), '{"s": {"a": 1, "num": 5}}');
  });

  it('reads back as the map with the field, whatever the fields and the indentation', () => {
    const key = fc.stringMatching(/^[a-z]{1,5}$/);
    const value = fc.oneof(fc.string({ maxLength: 8 }), fc.integer());
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { minKeys: 1, maxKeys: 5 }),
        fc.dictionary(key, value, { minKeys: 1, maxKeys: 3 }),
        fc.integer({ min: 1, max: 6 }),
        (old, more, indent) => {
          const fresh = Object.fromEntries(Object.entries(more).filter(([name]) => !(name in old)));
          fc.pre(Object.keys(fresh).length > 0);
          const lines = Object.entries(old).map(
            ([name, one]) => `${' '.repeat(indent)}"${name}": ${JSON.stringify(one)} # c`,
          );
          const text = `"s":\n${lines.join('\n')}\n`;
          const map = inner(root(inserted(text, ['s'], fresh)), 's');
          const read = Object.fromEntries(
            map.entries.map((entry) => [entry.key, entry.value.kind === 'scalar' ? entry.value.value : undefined]),
          );
          assert.deepEqual(read, { ...old, ...fresh });
        },
      ),
    );
  });
});

describe('moveFields', () => {
  const backend = { svc: ['service', 'name'], prt: ['service', 'port', 'number'] } satisfies Record<
    string,
    [string, ...string[]]
  >;

  it('renames a field', () => {
    assert.equal(moved('s:\n  old: [1] # c\n', ['s'], { old: ['new'] }), 's:\n  new: [1] # c\n');
    assert.equal(moved('{"s": {"old": 1}}', ['s'], { old: ['new'] }), '{"s": {"new": 1}}');
  });

  it('nests fields that stand side by side, comments and all', () => {
    assert.equal(
      moved('b:\n  svc: web # here\n  # the port\n  prt: 80\n', ['b'], backend),
      'b:\n  service:\n    name: web # here\n  # the port\n    port:\n      number: 80\n',
    );
    assert.equal(
      moved('b:\n  prt: 80\n  svc: web\n  r: 1\n', ['b'], backend),
      'b:\n  service:\n    port:\n      number: 80\n    name: web\n  r: 1\n',
    );
  });

  it('nests in flow maps and JSON', () => {
    assert.equal(moved('b: {svc: web, prt: 80}\n', ['b'], backend), 'b: {service: {name: web, port: {number: 80}}}\n');
    assert.equal(
      moved('{"b": {"svc": "web", "prt": 80}}', ['b'], backend),
      '{"b": {"service": {"name": "web", "port": {"number": 80}}}}',
    );
  });

  it('leaves fields alone that stand apart, or go over more than a line', () => {
    assert.equal(moved('b:\n  svc: web\n  r: 1\n  prt: 80\n', ['b'], backend), undefined);
    assert.equal(moved('b:\n  svc: |\n    web\n  prt: 80\n', ['b'], backend), undefined);
  });
});

describe('fillNull', () => {
  it('puts an object where nothing or null stands', () => {
    for (const [text, wanted] of [
      ['a:\nb: 1\n', 'a: {"x": 1}\nb: 1\n'],
      ['a: null # c\n', 'a: {"x": 1} # c\n'],
    ] as const) {
      const entry = entryFor(root(text), 'a');
      assert(entry !== undefined);
      const edit = fillNull(entry, { x: 1 });
      assert(edit !== undefined);
      assert.equal(applyEdits(text, [edit]), wanted);
    }
  });
});
