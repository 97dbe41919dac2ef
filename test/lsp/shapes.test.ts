import assert from 'node:assert/strict';
import {
  type CodeLens,
  type DocumentSymbol,
  type FoldingRange,
  type InlayHint,
  SymbolTag,
} from 'vscode-languageserver/node';
import { Asker, type Asking } from './asking.ts';

const two = `# The first
# of two.
apiVersion: batch/v1beta1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "* * * * *"
---
apiVersion: v1
kind: List
items:
- apiVersion: autoscaling/v1
  kind: HorizontalPodAutoscaler
  metadata: { name: web }
- apiVersion: v1
  kind: Pod
  metadata:
    name: web
  spec:
    containers:
    - name: web
      image: web
`;

describe('language server, lenses, hints, outline and folding', () => {
  const asker = new Asker();
  afterEach(() => asker.stop());

  async function ask<T>(method: string, text: string, asking: Asking = {}, more: object = {}): Promise<T> {
    const { editor, params } = await asker.start(text, asking);
    return editor.connection.sendRequest<T>(method, { ...params, ...more });
  }

  describe('lenses', () => {
    const lenses = async (text: string, asking: Asking) =>
      (await ask<CodeLens[]>('textDocument/codeLens', text, asking)).map(
        ({ range, command }) => `${range.start.line}: ${command?.title}`,
      );
    const settings = { codeLens: true };

    it('say what is stored, who serves it and how long', async () => {
      assert.deepEqual(await lenses(two, { targets: ['1.24', '1.37'], settings }), [
        '2: served by 1 of 2 targets · served up to 1.24',
        '12: stored as autoscaling/v2 · served by 2 of 2 targets · no removal announced',
        '15: stored as v1 · served by 2 of 2 targets · no removal announced',
      ]);
    });

    it('name the targets where they store differently', async () => {
      const claim = 'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: { name: a }\n';
      const [first] = await lenses(claim, { targets: ['1.34', '1.37'], settings });
      assert.match(first ?? '', /^0: stored as resource\.k8s\.io\/v1beta2 \(1\.34\), resource\.k8s\.io\/v1 \(1\.37\)/);
    });

    it('are not there unless they are asked for, nor above what nobody knows', async () => {
      assert.deepEqual(await lenses(two, {}), []);
      assert.deepEqual(await lenses('apiVersion: a.example/v1\nkind: B\n', { settings }), []);
    });
  });

  describe('hints', () => {
    const all = { range: { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } } };
    const hints = async (text: string, asking: Asking = {}, more: object = all) => {
      const found = await ask<InlayHint[]>('textDocument/inlayHint', text, asking, more);
      return found.map(({ position: { line, character }, label }) => `${line}:${character} ${String(label)}`);
    };

    it('say when a version goes', async () => {
      assert.deepEqual(await hints(two), ['2:25 deprecated in 1.21, removed in 1.25']);
    });

    it('say which gate a field is under, by target where they differ', async () => {
      const hpa =
        'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  behavior:\n    scaleDown:\n      tolerance: 0.1\n';
      assert.deepEqual(await hints(hpa, { targets: ['1.34'] }), ['5:20 HPAConfigurableTolerance: alpha, off']);
      assert.deepEqual(await hints(hpa, { targets: ['1.34', '1.36'] }), [
        '5:20 HPAConfigurableTolerance: alpha, off (1.34); HPAConfigurableTolerance: beta, on (1.36)',
      ]);
      assert.deepEqual(await hints(hpa, { targets: ['1.37'] }), []);
    });

    it('are given for what is shown alone, and can be switched off', async () => {
      const below = { range: { start: { line: 4, character: 0 }, end: { line: 100, character: 0 } } };
      assert.deepEqual(await hints(two, {}, below), []);
      assert.deepEqual(await hints(two, { settings: { inlayHints: false } }), []);
    });
  });

  describe('outline', () => {
    const symbols = (text: string, asking: Asking = {}) =>
      ask<DocumentSymbol[]>('textDocument/documentSymbol', text, asking);
    const tree = (found: readonly DocumentSymbol[]): unknown[] =>
      found.map(({ name, children = [] }) => (children.length === 0 ? name : [name, ...tree(children)]));

    it('has resources, those of a List below it, with outdated ones struck through', async () => {
      const found = await symbols(two, { options: { neighbours: { outline: true } } });
      assert.deepEqual(tree(found), ['CronJob report', ['List', 'HorizontalPodAutoscaler web', 'Pod web']]);
      assert.deepEqual(found[0]?.tags, [SymbolTag.Deprecated]);
      assert.equal(found[0]?.detail, 'batch/v1beta1');
      assert.equal(found[1]?.tags, undefined);
    });

    it('has the fields of resources where nobody else shows them', async () => {
      const found = await symbols(two);
      assert.deepEqual(tree(found)[1], [
        'List',
        ['HorizontalPodAutoscaler web', 'metadata'],
        ['Pod web', 'metadata', ['spec', ['containers', 'web']]],
      ]);
    });

    it('keeps names inside of what they name, in broken text too', async () => {
      const inside = (found: readonly DocumentSymbol[]): void => {
        for (const { range, selectionRange, children = [], name } of found) {
          const isBefore = (a: typeof range.start, b: typeof range.start) =>
            a.line < b.line || (a.line === b.line && a.character <= b.character);
          assert.ok(isBefore(range.start, selectionRange.start) && isBefore(selectionRange.end, range.end), name);
          inside(children);
        }
      };
      for (let end = 0; end <= two.length; end += 23) inside(await symbols(`${two.slice(0, end)}: [`));
      inside(await symbols('a: &x {b: 1}\napiVersion: v1\nkind: ConfigMap\ndata: *x\nmetadata: {name: a}\n'));
    });
  });

  describe('folding', () => {
    const folds = async (text: string, asking: Asking = {}) => {
      const found = await ask<FoldingRange[]>('textDocument/foldingRange', text, asking);
      return found.map(
        ({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind === undefined ? '' : ` ${kind}`}`,
      );
    };

    it('folds documents, blocks, lists that are not indented, and comments', async () => {
      assert.deepEqual(await folds(two), [
        '0-1 comment',
        '2-7 region',
        '4-5',
        '6-7',
        '8-22 region',
        '11-22',
        '12-14',
        '15-22',
        '17-18',
        '19-22',
        '20-22',
        '21-22',
      ]);
    });

    it('folds the branches of templates', async () => {
      const template =
        'kind: A\nspec:\n  {{- if .Values.a }}\n  a:\n    b: 1\n  {{- else }}\n  c: 1\n  d: 2\n  {{- end }}\n';
      assert.deepEqual(await folds(template), ['1-7', '2-4', '3-4', '5-7']);
    });

    it('folds configurations, and leaves JSON to the editor', async () => {
      const config = 'targets:\n  prod:\n    binaryVersion: "1.37"\n';
      assert.deepEqual(await folds(config, { uri: 'file:///.kubecompat.yaml' }), ['0-2', '1-2']);
      assert.deepEqual(await folds('{\n  "kind": "A"\n}\n', { uri: 'file:///a.json', language: 'json' }), []);
    });
  });
});
