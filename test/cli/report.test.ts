import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { type Files, runIn, Workspace } from './harness.ts';
import { broken, configMap, custom, lampDefinition, oldCronJob, oldIngress } from './manifests.ts';

interface Entry {
  readonly file: string;
  readonly document: number;
  readonly item?: string;
  readonly target: string;
  readonly code: string;
  readonly offset: readonly [number, number];
  readonly fingerprint: string;
  readonly path: string;
  readonly resource?: string;
}

interface Report {
  readonly findings: readonly Entry[];
  readonly resources: readonly {
    readonly id: string;
    readonly item?: string;
    readonly kind: string;
    readonly targets: Readonly<
      Record<string, { served: boolean | null; storageVersion: string | null; worst: string | null }>
    >;
  }[];
  readonly notJudged: readonly { readonly file: string; readonly reason: string }[];
  readonly coverage?: readonly object[];
  readonly summary: {
    readonly files: number;
    readonly documents: number;
    readonly resources: number;
    readonly bySeverity: Readonly<Record<string, number>>;
    readonly byTarget: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number; readonly startColumn: number; readonly endColumn: number };
        };
      }[];
    }[];
  }[];
}

const schema: object = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true }).compile<Report>(schema);

const list = `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: { name: a }\n  - ${oldIngress.trimEnd().replaceAll('\n', '\n    ')}\n`;
const files = {
  'b.yaml': `# first\n---\n${oldIngress}---\n${configMap}`,
  'a/list.yaml': list,
  'c.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, dta: {} }),
  'd.yaml': `${configMap}---\n${broken}`,
  'e.yaml': custom,
  'f.yaml': new Uint8Array([0, 1, 2]),
  'g.yaml': 'services: {}\n',
  'h.yaml': oldCronJob,
};

/** The JSON report of a run, checked against the published schema. */
function reportOf(stdout: string): Report {
  const report: unknown = JSON.parse(stdout);
  assert.ok(valid(report), JSON.stringify(valid.errors));
  return report;
}

describe('JSON report', () => {
  const workspace = new Workspace(files);
  after(() => workspace.remove());
  const run = () => workspace.run(['check', '.', '--target', '1.36', '--target', '1.21', '--format', 'json']);
  let report: Report;
  before(() => {
    report = reportOf(run().stdout);
  });

  it('follows the published schema with one of everything in it', () => {
    assert.ok(report.findings.length > 4);
    assert.deepEqual(
      new Set(report.notJudged.map(({ reason }) => reason)),
      new Set(['broken-resource', 'custom-resource', 'unreadable', 'not-a-resource']),
    );
  });

  it('is alone on standard output, and the same every time', () => {
    assert.equal(run().stdout, run().stdout);
  });

  it('orders findings by file, document, offset, code and target', () => {
    const key = ({ file, document, offset, code, target }: Entry) =>
      [file, document, String(offset[0]).padStart(9), String(offset[1]).padStart(9), code, target].join('\n');
    const keys = report.findings.map(key);
    assert.deepEqual(keys, [...keys].sort());
  });

  it('has one finding a target', () => {
    const unknown = report.findings.filter(({ file, code }) => file === 'c.json' && code === 'unknown-field');
    assert.deepEqual(
      unknown.map(({ target }) => target),
      ['1.21', '1.36'],
    );
  });

  it('counts documents from 0 over those that are not empty', () => {
    const removed = report.findings.find(({ file, code }) => file === 'b.yaml' && code === 'removed-api');
    assert.equal(removed?.document, 0);
  });

  it('opens Lists: paths are relative to the item', () => {
    const items = report.resources.filter(({ id }) => id.startsWith('a/list.yaml'));
    assert.deepEqual(
      items.map(({ item, kind }) => [item, kind]),
      [
        ['items[0]', 'ConfigMap'],
        ['items[1]', 'Ingress'],
      ],
    );
    const removed = report.findings.find(({ file, code }) => file === 'a/list.yaml' && code === 'removed-api');
    assert.deepEqual([removed?.item, removed?.path, removed?.resource], ['items[1]', 'apiVersion', items[1]?.id]);
  });

  it('says what each target serves and stores', () => {
    const ingress = report.resources.find(({ id }) => id === 'b.yaml#0');
    assert.deepEqual(ingress?.targets['1.36'], { served: false, storageVersion: null, worst: 'error' });
    assert.equal(ingress?.targets['1.21']?.served, true);
    const widget = report.resources.find(({ kind }) => kind === 'Widget');
    assert.equal(widget?.targets['1.36']?.served, null);
  });

  it('counts what it says', () => {
    assert.equal(report.summary.files, Object.keys(files).length);
    assert.equal(report.summary.resources, report.resources.length);
    const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
    assert.equal(sum(report.summary.bySeverity), report.findings.length);
    assert.equal(
      Object.values(report.summary.byTarget)
        .map(sum)
        .reduce((a, b) => a + b, 0),
      report.findings.length,
    );
  });

  it('gives every finding its own fingerprint, which survives moved lines', () => {
    const prints = report.findings.map(({ fingerprint }) => fingerprint);
    assert.equal(new Set(prints).size, prints.length);
    const moved = new Workspace({ ...files, 'b.yaml': `# a comment more\n\n${configMap}---\n${oldIngress}` });
    try {
      const after = reportOf(
        moved.run(['check', '.', '--target', '1.36', '--target', '1.21', '--format', 'json']).stdout,
      );
      const known = new Set(after.findings.map(({ fingerprint }) => fingerprint));
      assert.deepEqual(
        prints.filter((print) => !known.has(print)),
        [],
      );
    } finally {
      moved.remove();
    }
  });

  it('is the same as JSON Lines, entry by entry', () => {
    const { stdout } = workspace.run(['check', '.', '--target', '1.36', '--target', '1.21', '--format', 'jsonl']);
    const lines: { type: string; fingerprint?: string }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const found = lines.filter(({ type }) => type === 'finding').map(({ fingerprint }) => fingerprint);
    assert.deepEqual(
      found,
      report.findings.map(({ fingerprint }) => fingerprint),
    );
    assert.deepEqual([lines[0]?.type, lines.at(-1)?.type], ['tool', 'summary']);
    assert.equal(lines.filter(({ type }) => type === 'resource').length, report.resources.length);
  });

  it('says the same in SARIF, with regions that hold what they mark', () => {
    const { stdout } = workspace.run(['check', 'b.yaml', 'h.yaml', '--target', '1.36', '--format', 'sarif']);
    const log: Sarif = JSON.parse(stdout);
    const run = log.runs[0];
    assert.equal(log.version, '2.1.0');
    const marked = run?.results.map(({ ruleId, ruleIndex, locations }) => {
      assert.equal(run.tool.driver.rules[ruleIndex]?.id, ruleId);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      const text = readFileSync(join(workspace.path, artifactLocation?.uri ?? ''), 'utf8');
      const line = text.split('\n')[(region?.startLine ?? 0) - 1] ?? '';
      return [ruleId, line.slice((region?.startColumn ?? 0) - 1, (region?.endColumn ?? 0) - 1)];
    });
    assert.deepEqual(marked?.slice(0, 2), [
      ['removed-api', 'extensions/v1beta1'],
      ['removed-api', 'batch/v1beta1'],
    ]);
  });

  it('goes into files beside the text on standard output', () => {
    const { stdout, exit } = workspace.run([
      'check',
      '.',
      '--target=1.36',
      '--format=text',
      '--output',
      'json=out.txt',
      '--output=jsonl=lines.txt',
    ]);
    assert.equal(exit, 1);
    assert.match(stdout, /error\[removed-api\]/);
    reportOf(readFileSync(join(workspace.path, 'out.txt'), 'utf8'));
    assert.match(readFileSync(join(workspace.path, 'lines.txt'), 'utf8'), /^\{"type":"tool"/);
  });

  it('with --output alone nothing is on standard output', () => {
    const { stdout } = workspace.run(['check', 'b.yaml', '--target=1.36', '--output', 'json=out.txt']);
    assert.equal(stdout, '');
  });
});

describe('what was judged of charts and kustomizations', () => {
  const made: Files = {
    'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
    'shop/crds/lamps.yaml': lampDefinition('properties: { colour: { type: string } }'),
    'shop/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n',
    'shop/charts/b/Chart.yaml': 'apiVersion: v2\nname: b\nversion: 0.1.0\n',
    'shop/charts/b/templates/a.yaml':
      'apiVersion: v1\nkind: ConfigMap\n---\n{{ .Values.all }}\n---\napiVersion: x.io/v1\nkind: B\n',
    'k/kustomization.yaml': 'resources: [pod.yaml, gone.yaml, ../shop/crds/lamps.yaml, "https://example.com/a"]\n',
    'k/pod.yaml': 'apiVersion: v1\nkind: Pod\n  a: [\n',
  };
  const counted = [
    {
      kind: 'chart',
      file: 'shop/Chart.yaml',
      targets: { '1.36': 'source' },
      why: '--no-render',
      judged: 2,
      inPart: { values: 1 },
      notJudged: { 'custom-resource': 1, template: 1 },
    },
    {
      kind: 'kustomization',
      file: 'k/kustomization.yaml',
      targets: { '1.36': 'source' },
      why: 'without --build-kustomizations',
      judged: 1,
      inPart: { 'broken-resource': 1 },
      notJudged: { absent: 1, remote: 1 },
    },
  ];
  const run = (...args: readonly string[]) =>
    runIn(made, ['check', '.', '--target=1.36', '--no-render', ...args]).stdout;

  it('is counted in the report by reason', () => {
    assert.deepEqual(reportOf(run('--format=json')).coverage, counted);
    const lines: readonly { type: string }[] = run('--format=jsonl')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    const typed = counted.map((entry) => ({ type: 'coverage', ...entry }));
    assert.deepEqual(
      lines.filter(({ type }) => type === 'coverage'),
      typed,
    );
  });
  it('is said in Markdown and on pages', () => {
    assert.match(run('--format=markdown'), /^- Checked of the chart shop\/Chart.yaml: as its templates stand/m);
    assert.match(run('--format=html'), /k\/kustomization.yaml kustomization, as its files stand/);
  });
  it('is absent where there is neither', () => {
    assert.equal(reportOf(runIn(files, ['check', '.', '--target=1.36', '--format=json']).stdout).coverage, undefined);
  });
});

describe('JSON of the other commands', () => {
  it('targets: versions, gates and the fields of /version', () => {
    const { stdout, exit } = runIn({}, [
      'targets',
      '--binary-version=1.37',
      '--emulated-version=1.35',
      '--format=json',
    ]);
    const { targets }: { targets: { version: object; gates: { name: string; enabled: boolean }[] }[] } =
      JSON.parse(stdout);
    assert.equal(exit, 0);
    assert.deepEqual(targets[0]?.version, {
      major: '1',
      minor: '37',
      emulationMajor: '1',
      emulationMinor: '35',
      minCompatibilityMajor: '1',
      minCompatibilityMinor: '34',
    });
    assert.ok((targets[0]?.gates.length ?? 0) > 100);
  });

  it('api-resources: what the contract names', () => {
    const { stdout } = runIn({}, ['api-resources', '--target', '1.36', '--format', 'json']);
    const { resources }: { resources: { kind: string; group: string }[] } = JSON.parse(stdout);
    assert.deepEqual(
      resources.find(({ kind, group }) => kind === 'CronJob' && group === 'batch'),
      {
        group: 'batch',
        version: 'v1',
        kind: 'CronJob',
        resource: 'cronjobs',
        namespaced: true,
        storageVersion: 'v1',
        shortNames: ['cj'],
      },
    );
  });

  it('says up to which target a workspace is safe, and what to do before which, in every format', () => {
    const files = { 'a.yaml': oldCronJob, 'b.yaml': configMap };
    const targets = ['--target', '1.26', '--target', '1.24', '--target', '1.23'];
    const ask = (format: string) => runIn(files, ['report', ...targets, '--format', format, '.']);
    const { stdout, exit } = ask('json');
    assert.equal(exit, 1);
    const report: { outlook: { order: string[]; safeUpTo: string; tasks: { before: string; fix: string }[] } } =
      JSON.parse(stdout);
    assert.ok(valid(report), JSON.stringify(valid.errors));
    assert.deepEqual(report.outlook.order, ['1.23', '1.24', '1.26']);
    assert.equal(report.outlook.safeUpTo, '1.24');
    assert.deepEqual(
      report.outlook.tasks.map(({ before, fix }) => [before, fix]),
      [['1.26', 'safe']],
    );
    assert.match(
      ask('text').stdout,
      /Safe up to 1\.24; 1\.26 is the first[\s\S]*Before 1\.26\n {2}a\.yaml:1 {2}removed-api/,
    );
    const markdown = ask('markdown').stdout;
    assert.match(
      markdown,
      /\*\*Safe up to 1\.24; 1\.26 is the first[\s\S]*## Before 1\.26\n\n- \[ \] `a\.yaml:1` `removed-api`/,
    );
    assert.match(markdown, /\| `a\.yaml` \| batch\/v1beta1 CronJob nightly \| removed-api \|/);
    const html = ask('html').stdout;
    assert.match(html, /<summary>Before 1\.26: 1 change<\/summary>/);
    assert.match(html, /<td class="error">1\.24<\/td>/);
  });
});
