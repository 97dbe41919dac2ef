import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '../../../test/harness/notRun.ts';
import { goVersion, run } from '../go.ts';
import { buildParser } from '../workspace.ts';
import { fieldFacts } from './fields.ts';
import { kindFacts } from './kinds.ts';
import { readShapes, type Shapes } from './shapes.ts';
import { writtenForms } from './writtenForms.ts';

const fixtures = new URL('../fixtures/api', import.meta.url).pathname;
const openapi = { definitions: {} };

describe('types in Go source', function () {
  this.timeout(240_000);
  let folder = '';
  let shapes: Shapes = new Map();

  before(function () {
    if (goVersion() === undefined) return notRun(this, 'Go is not on the PATH');
    folder = mkdtempSync(join(tmpdir(), 'shapes-'));
    shapes = readShapes(JSON.parse(run(buildParser('shapes', folder), [`k8s.io/api=${fixtures}`], folder)));
  });
  after(() => {
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  it('become the facts about fields', () => {
    assert.deepEqual(fieldFacts({ openapi, shapes, gates: new Set(['WidgetSizes']) }), {
      'shop.v1.Part': {
        src: 'types',
        req: ['name'],
        f: {
          name: { t: 'string' },
          notes: { t: 'map[string]' },
          data: { t: 'string/byte' },
          count: { t: 'integer/int32' },
        },
      },
      'shop.v1.Widget': {
        src: 'types',
        req: ['spec'],
        f: { metadata: { t: 'meta.v1.ObjectMeta' }, spec: { t: 'shop.v1.WidgetSpec' } },
      },
      'shop.v1.WidgetSpec': {
        src: 'types',
        req: ['colour'],
        f: {
          colour: { t: 'string', e: ['Blue', 'Red'] },
          sizes: { t: '[]string', ec: ['Large'], fg: ['WidgetSizes'] },
          parts: { t: '[]shop.v1.Part', lt: 'map', lk: ['name'], gm: ['WidgetSizes'], dep: 'lead' },
        },
      },
    });
  });

  it('show how a server writes them', () => {
    assert.deepEqual(writtenForms(shapes), {
      structs: { 'shop.v1.Widget': ['metadata', 'spec'] },
      always: { 'shop.v1.Part': ['name'], 'shop.v1.WidgetSpec': ['colour'] },
      pointers: { 'shop.v1.Part': ['count'] },
    });
  });

  it('have lifecycles', () => {
    const core = { resources: [] };
    const kinds = kindFacts({ core, discovery: { items: [] }, openapi, shapes, installed: [] });
    assert.deepEqual(kinds.get('shop.example.com/v1/Widget')?.lifecycle, {
      introduced: '1.30',
      replacement: { group: 'shop.example.com', version: 'v2', kind: 'Widget' },
    });
  });
});
