import assert from 'node:assert/strict';
import { applyEdits } from '../../text/edit.ts';
import type { MapNode } from '../node.ts';
import { readManifest } from '../read/readManifest.ts';
import { copyDraft, type Draft, DraftMap, listDraft, mapDraft, scalarDraft } from './draft.ts';
import { reconcile } from './reconcile.ts';

/** The text after a change; undefined if it is uncertain. */
function changed(text: string, change: (draft: DraftMap) => void): string | undefined {
  const root = rootOf(text);
  const draft = new DraftMap(root);
  change(draft);
  const edits = reconcile(text, root, draft);
  return edits && applyEdits(text, edits);
}

function rootOf(text: string): MapNode {
  const root = readManifest(text).documents[0]?.root;
  assert(root?.kind === 'map');
  return root;
}

/** Moves a field from one map to another, under a new name if given. */
function move(from: DraftMap | undefined, key: string, to: DraftMap | undefined, name = key, after?: string): void {
  const field = from?.take(key);
  assert(field !== undefined && to !== undefined);
  to.put(name, field, after);
}

function map(draft: DraftMap, ...keys: string[]): DraftMap {
  let at = draft;
  for (const key of keys) {
    const next = at.map(key);
    assert(next !== undefined, key);
    at = next;
  }
  return at;
}

/** Nests `serviceName` and `servicePort` as later Ingress versions do. */
function nestBackend(backend: DraftMap): void {
  const service = new DraftMap();
  const port = new DraftMap();
  move(backend, 'serviceName', service, 'name');
  move(backend, 'servicePort', port, 'number');
  service.set('port', port);
  backend.set('service', service);
}

describe('reconcile', () => {
  it('changes no text of unchanged parts', () => {
    assert.equal(
      changed('a: 1\nb: [x]\n', (draft) => {
        draft.map('b');
        draft.put('a', draft.take('a') ?? assert.fail());
      }),
      'a: 1\nb: [x]\n',
    );
  });

  it('sets leaves and keeps their quotes', () => {
    const set = (text: string) => changed(text, (draft) => draft.set('a', scalarDraft('apps/v1')));
    assert.equal(set('a: x # c\nb: 1\n'), 'a: apps/v1 # c\nb: 1\n');
    assert.equal(set(`a: 'x'\n`), `a: 'apps/v1'\n`);
    assert.equal(set('{"a": "x"}'), '{"a": "apps/v1"}');
    assert.equal(set('a:\nb: 1\n'), 'a: apps/v1\nb: 1\n');
    assert.equal(set('a: |\n  x\nb: 1\n'), 'a: apps/v1\nb: 1\n');
    assert.equal(set('a: # c\n  x: 1 # d\n  # e\nb: 1\n'), 'a: apps/v1 # c\n# d\n# e\nb: 1\n');
  });

  it('renames in place', () => {
    const rename = (text: string) => changed(text, (draft) => map(draft, 's').rename('old', 'new'));
    assert.equal(rename('s:\n  # c\n  old: [1] # d\n  x: 1\n'), 's:\n  # c\n  new: [1] # d\n  x: 1\n');
    assert.equal(rename('{"s": {"old": 1}}'), '{"s": {"new": 1}}');
    assert.equal(rename("s: {'old': 1}\n"), "s: {'new': 1}\n");
  });

  it('inserts after the first leaves of a map, or at the requested position', () => {
    const insert = (text: string, after?: string) =>
      changed(text, (draft) => map(draft, 's').set('num', scalarDraft(5), { after }));
    assert.equal(insert('s:\n  r: 1 # one\n  t:\n    u: 2\n'), 's:\n  r: 1 # one\n  num: 5\n  t:\n    u: 2\n');
    assert.equal(insert('s:\n  t:\n    u: 2\n'), 's:\n  num: 5\n  t:\n    u: 2\n');
    assert.equal(insert('s:\n  # c\n  t:\n    u: 2\n'), 's:\n  # c\n  t:\n    u: 2\n  num: 5\n');
    assert.equal(insert('s:\n  a: 1\n  b: 2\n', 'a'), 's:\n  a: 1\n  num: 5\n  b: 2\n');
    assert.equal(insert('s:\r\n  a: 1\r\n'), 's:\r\n  a: 1\r\n  num: 5\r\n');
    assert.equal(insert('s:\n  a: 1'), 's:\n  a: 1\n  num: 5');
    assert.equal(insert('s: {a: 1}\n', 'a'), 's: {a: 1, num: 5}\n');
    assert.equal(insert('s: {}\nb: 1\n'), 's:\n  num: 5\nb: 1\n');
    assert.equal(insert('{"s":{"a":1,"t":{}}}'), '{"s":{"a":1,"num":5,"t":{}}}');
    assert.equal(
      insert('{\n    "s": {\n        "a": 1\n    }\n}\n'),
      '{\n    "s": {\n        "a": 1,\n        "num": 5\n    }\n}\n',
    );
  });

  it('indents new maps and lists like the text around them', () => {
    const value = () =>
      mapDraft({
        m: mapDraft({ x: scalarDraft('yes') }),
        l: listDraft([scalarDraft('a'), mapDraft({ k: scalarDraft(1), o: scalarDraft(2) })]),
        e: mapDraft({}),
      });
    const set = (text: string) => changed(text, (draft) => draft.set('v', value()));
    assert.equal(
      set('a: 1\nm:\n    b: 1\n'),
      'a: 1\nv:\n    m:\n        x: "yes"\n    l:\n        - a\n        - k: 1\n          o: 2\n    e: {}\nm:\n    b: 1\n',
    );
    assert.equal(
      set('a: 1\nm:\n  b:\n  - 1\n'),
      'a: 1\nv:\n  m:\n    x: "yes"\n  l:\n  - a\n  - k: 1\n    o: 2\n  e: {}\nm:\n  b:\n  - 1\n',
    );
    assert.equal(set('{"a": 1}'), '{"a": 1, "v": {"m": {"x": "yes"}, "l": ["a", {"k": 1, "o": 2}], "e": {}}}');
    assert.equal(
      set('{\n  "a": 1\n}\n'),
      '{\n  "a": 1,\n  "v": {\n    "m": {\n      "x": "yes"\n    },\n    "l": [\n      "a",\n      {\n        "k": 1,\n        "o": 2\n      }\n    ],\n    "e": {}\n  }\n}\n',
    );
  });

  it('nests fields at the position of the first one, with their comments', () => {
    const nest = (text: string) => changed(text, (draft) => nestBackend(map(draft, 'b')));
    assert.equal(
      nest('b:\n  serviceName: web # here\n  # the port\n  servicePort: 80\n  r: 1\n'),
      'b:\n  service:\n    name: web # here\n    port:\n      # the port\n      number: 80\n  r: 1\n',
    );
    assert.equal(
      nest('b:\n  serviceName: web\n  r: 1\n  servicePort: 80\n'),
      'b:\n  service:\n    name: web\n    port:\n      number: 80\n  r: 1\n',
    );
    assert.equal(nest('b: {serviceName: web, servicePort: 80}\n'), 'b: {service: {name: web, port: {number: 80}}}\n');
    assert.equal(
      nest('{"b":{"serviceName":"web","servicePort":80}}'),
      '{"b":{"service":{"name":"web","port":{"number":80}}}}',
    );
    assert.equal(
      changed('l:\n- serviceName: web # c\n  servicePort: 80\n', (draft) => {
        const item = draft.list('l')?.items[0];
        assert(item?.kind === 'map');
        nestBackend(item);
      }),
      'l:\n- service:\n    name: web # c\n    port:\n      number: 80\n',
    );
  });

  it('removes fields and keeps their comments', () => {
    const without = (text: string) => changed(text, (draft) => map(draft, 's').take('x'));
    assert.equal(
      without('s:\n  a: 1\n  # about x\n  x: 2 # two\n  b: 3\n'),
      's:\n  a: 1\n  # about x\n  # two\n  b: 3\n',
    );
    assert.equal(without('s:\n  a: 1\n  x:\n    - y # why\n    # z\n'), 's:\n  a: 1\n  # why\n  # z\n');
    assert.equal(without('s: {a: 1, x: 2}\n'), 's: {a: 1}\n');
    assert.equal(without('s: {x: 2, a: 1}\n'), 's: {a: 1}\n');
    assert.equal(without('s:\n  x: 1\nb: 1\n'), 's: {}\nb: 1\n');
    assert.equal(without('s: # c\n  x: 1 # d\nb: 1\n'), 's: {} # c\n# d\nb: 1\n');
    assert.equal(without('{\n  "s": {\n    "x": 1,\n    "a": 2\n  }\n}\n'), '{\n  "s": {\n    "a": 2\n  }\n}\n');
    const first = (text: string) =>
      changed(text, (draft) => {
        const item = draft.list('l')?.items[0];
        assert(item?.kind === 'map');
        item.take('a');
      });
    assert.equal(first('l:\n- a: 1\n  b: 2\n'), 'l:\n- b: 2\n');
    assert.equal(first('l:\n- a: 1 # c\n  b: 2\n'), 'l:\n- # c\n  b: 2\n');
    assert.equal(first('l:\n- a: 1\n  # c\n  b: 2\n'), 'l:\n- # c\n  b: 2\n');
  });

  it('moves fields with their comments and their text', () => {
    const lines = (key: string) => [
      '# first',
      '# second',
      `${key}: 'q' # third`,
      't:',
      '  # deep',
      '  - a: |',
      '      text',
      '',
      '        more',
      '    b: "one',
      '      two"',
      '  - {c: 1,',
      '     d: 2}',
      '  # below',
    ];
    const below = lines('x').map((line) => (line === '' ? '' : `  ${line}`));
    const text = ['s:', ...below, 'r: 1', ''].join('\n');
    assert.equal(
      changed(text, (draft) => {
        move(draft.map('s'), 'x', draft, 'w');
        move(draft.map('s'), 't', draft);
        draft.take('s');
      }),
      [...lines('w'), 'r: 1', ''].join('\n'),
    );
  });

  it('changes fields that it moves', () => {
    assert.equal(
      changed('s:\n  v:\n    a: 1 # c\n    b: 2\n  k: 1\n', (draft) => {
        map(draft, 's', 'v').rename('a', 'z');
        map(draft, 's', 'v').set('m', scalarDraft('x'));
        const parent = draft.mapOrNew('w', {});
        move(draft.map('s'), 'v', parent);
      }),
      's:\n  k: 1\nw:\n  v:\n    z: 1 # c\n    b: 2\n    m: x\n',
    );
  });

  it('adds, removes and replaces items', () => {
    const items = (text: string, change: (items: Draft[]) => void) =>
      changed(text, (draft) => {
        const list = draft.list('l');
        assert(list !== undefined);
        change(list.items);
      });
    assert.equal(
      items('l:\n- a # c\n- b\n', (l) => l.push(scalarDraft('x'))),
      'l:\n- a # c\n- b\n- x\n',
    );
    assert.equal(
      items('l:\n- a # c\n- b\n', (l) => l.unshift(scalarDraft('x'))),
      'l:\n- x\n- a # c\n- b\n',
    );
    assert.equal(
      items('l:\n- a # c\n- b\n', (l) => l.splice(0, 1)),
      'l:\n# c\n- b\n',
    );
    assert.equal(
      items('l:\n- a # c\n- b\n', (l) => l.splice(0, 1, scalarDraft('x'))),
      'l:\n- x # c\n- b\n',
    );
    assert.equal(
      items('l: [a, b]\n', (l) => l.splice(1, 1, scalarDraft('x'), scalarDraft('z'))),
      'l: [a, x, z]\n',
    );
    assert.equal(
      items('l: [a, b]\n', (l) => l.splice(0, 2)),
      'l: []\n',
    );
    assert.equal(
      items('l: []\nb: 1\n', (l) => l.push(mapDraft({ a: scalarDraft(1) }))),
      'l:\n  - a: 1\nb: 1\n',
    );
  });

  it('writes a copied value twice, but its comments and anchors once', () => {
    const twice = (text: string) =>
      changed(text, (draft) => draft.set('c', copyDraft(draft.get('a') ?? assert.fail()), { after: 'a' }));
    assert.equal(twice('a:\n  x: "1"\n  w: [1,  2]\n'), 'a:\n  x: "1"\n  w: [1,  2]\nc:\n  x: "1"\n  w: [1,  2]\n');
    assert.equal(twice('a: # c\n  x: &n "1" # d\n'), 'a: # c\n  x: &n "1" # d\nc:\n  x: "1"\n');
  });

  it('changes an anchored value in place, and gives up if another use would differ', () => {
    const text = 'a: &x\n  k: 1\nb: *x\nc: 1\n';
    assert.equal(
      changed(text, (draft) => {
        for (const key of ['a', 'b']) map(draft, key).rename('k', 'm');
      }),
      'a: &x\n  m: 1\nb: *x\nc: 1\n',
    );
    assert.equal(
      changed(text, (draft) => map(draft, 'b').rename('k', 'm')),
      undefined,
    );
    assert.equal(
      changed(text, (draft) => draft.put('d', draft.take('b') ?? assert.fail())),
      'a: &x\n  k: 1\nd: *x\nc: 1\n',
    );
  });

  it('sets a leaf beside an anchor, but not one with an anchor or from a merge key', () => {
    const set = (text: string) => changed(text, (draft) => draft.set('a', scalarDraft('z')));
    assert.equal(set('a: x\nb: &y\n  k: 1\nc: *y\n'), 'a: z\nb: &y\n  k: 1\nc: *y\n');
    assert.equal(set('a: &y x\nb: *y\n'), undefined);
    assert.equal(set('b: &y\n  a: x\n<<: *y\n'), undefined);
  });

  it('does not change a map with repeated keys', () => {
    assert.equal(
      changed('a: 1\na: 2\nb: 1\n', (draft) => draft.take('b')),
      undefined,
    );
  });
});
