import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { disabledCharts } from '../../server/src/helm/dependencies/disabledCharts.ts';
import { mergeFiles, tableOf } from '../../server/src/helm/dependencies/values.ts';
import { readYamlDocument } from '../../server/src/manifest/read/readManifest.ts';
import { chartTree } from '../../server/src/workspace/charts/chartTree.ts';
import { helmFolder } from '../harness/helm.ts';

const names = ['a', 'b', 'c'];
const name = fc.constantFrom(...names);
const truth = fc.constantFrom<unknown>(true, false, false, null, 'x');
const condition = fc.constantFrom(
  '',
  'a.enabled',
  'b.enabled,on',
  'on',
  ' on',
  'on, a.enabled',
  'global.on',
  'global.deep.on',
  'missing,b.enabled',
  'second.enabled',
  'a.b.enabled',
);
const dependency = fc.record({
  name,
  version: fc.constantFrom('1.0.0', '^1.0.0', '1.x', '*', '>=0', '', '>=0.9 <1.1', '2.x'),
  alias: fc.constantFrom('', '', '', 'second', 'b'),
  condition,
  tags: fc.constantFrom([], [], ['red'], ['red', 'blue']),
});
const leaf = fc.dictionary(fc.constantFrom('enabled', 'on'), truth, { maxKeys: 2 });
const table = fc.oneof(
  leaf,
  fc.record({ deep: leaf, b: leaf, c: leaf, red: truth }, { requiredKeys: [] }),
  fc.dictionary(fc.constantFrom('red', 'blue', 'enabled', 'on'), truth, { maxKeys: 3 }),
);
const values = fc.record(
  { on: truth, enabled: truth, tags: table, global: table, second: leaf, a: table, b: leaf, c: leaf },
  { requiredKeys: [] },
);
const description = fc.record({
  dependencies: fc.option(
    fc.uniqueArray(dependency, { maxLength: 3, selector: ({ name: chartName, alias }) => alias || chartName }),
    { nil: undefined, freq: 6 },
  ),
  isOld: fc.boolean(),
  values,
});
const trees = fc.record({
  charts: fc.array(description, { minLength: 13, maxLength: 13 }),
  given: fc.array(values, { maxLength: 2 }),
});

/** Writes a chart with subcharts of each name, two levels deep. Each has one template. */
function writeChart(
  folder: string,
  chartName: string,
  charts: (typeof description extends fc.Arbitrary<infer T> ? T : never)[],
): void {
  const next = charts.pop();
  if (next === undefined) return;
  const { dependencies, isOld, values: ownValues } = next;
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const named = dependencies === undefined ? {} : { dependencies };
  write('Chart.yaml', { apiVersion: isOld ? 'v1' : 'v2', name: chartName, version: '1.0.0', ...(isOld ? {} : named) });
  if (isOld) write('requirements.yaml', named);
  write('values.yaml', ownValues);
  write(
    `templates/${folder.split('/charts/').slice(1).join('-') || 'root'}.yaml`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  );
}

describe('sub-charts that values turn off', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-dependencies-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are the ones that helm leaves out', function () {
    const program = join(helmFolder(this), 'helm');
    const seen = { refused: 0, whole: 0, less: 0 };
    fc.assert(
      fc.property(trees, ({ charts, given }) => {
        rmSync(folder, { recursive: true, force: true });
        const chart = join(folder, 'shop');
        const rest = [...charts];
        writeChart(chart, 'shop', rest);
        const inner = names.map((name) => join(chart, 'charts', name));
        for (const [index, folder] of inner.entries()) writeChart(folder, names[index] ?? '', rest);
        for (const folder of inner) for (const last of names) writeChart(join(folder, 'charts', last), last, rest);
        const files = given.map((content, index) => {
          writeFileSync(join(folder, `${index}.yaml`), JSON.stringify(content));
          return `--values=${join(folder, `${index}.yaml`)}`;
        });
        const run = spawnSync(program, ['template', 'release-name', chart, ...files], { encoding: 'utf8' });
        const tree = chartTree(chart);
        assert.ok(tree !== undefined);
        const tables = given.map((content) => tableOf(readYamlDocument(JSON.stringify(content))?.root));
        const off = disabledCharts(tree, mergeFiles(tables));
        if (run.status !== 0) {
          // Helm refuses charts for other reasons as well.
          seen.refused++;
          return;
        }
        const rendered = new Set(
          [...run.stdout.matchAll(/^# Source: .*\/([^/\n]+)\.yaml$/gm)].map(([, chartName]) => chartName),
        );
        const all = [...inner, ...inner.flatMap((folder) => names.map((last) => join(folder, 'charts', last)))];
        const notRendered = all.filter((folder) => !rendered.has(folder.split('/charts/').slice(1).join('-')));
        seen[notRendered.length === 0 ? 'whole' : 'less']++;
        assert.deepEqual(off?.map(({ location }) => location).sort(), notRendered.sort(), run.stderr);
      }),
      { numRuns: Number(process.env['KUBECOMPAT_CHART_ROUNDS'] ?? 25), seed: 8 },
    );
    console.log(`      ${JSON.stringify(seen)}`);
    assert.ok(seen.less > 5 && seen.whole > 5, JSON.stringify(seen));
  });
});
