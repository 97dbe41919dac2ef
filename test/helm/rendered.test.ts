import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { analyze } from '../../server/src/analyze.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { renderedTemplates } from '../../server/src/helm/rendered.ts';
import type { Node } from '../../server/src/manifest/node.ts';
import { readYamlDocument } from '../../server/src/manifest/read/readManifest.ts';
import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { chartAround } from '../../server/src/workspace/charts/chartAround.ts';
import { Workspace } from '../cli/harness.ts';
import { filesBelow } from '../harness/files.ts';
import { helmFolder } from '../harness/helm.ts';
import { inputs } from '../harness/inputs.ts';
import { notRun } from '../harness/notRun.ts';
import { surfaceOf } from '../harness/surfaces.ts';

const targets = ['1.19', '1.37'];
const corpus = '../shared/corpus/charts';
const fixtures = 'test/helm/fixtures';

function chartsIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => resolve(folder, name));
}

/** Additional files of values for charts: some enable what is off by default. */
function valueFiles(chart: string): readonly (readonly string[])[] {
  const all = join(chart, 'values-all.yaml');
  const ci = join(chart, 'ci');
  const files = existsSync(ci) ? readdirSync(ci).map((name) => join(ci, name)) : [];
  return [[], ...(existsSync(all) ? [[all]] : []), ...files.slice(0, 4).map((file) => [file])];
}

const valueArguments = (files: readonly string[]) => files.map((file) => `--values=${file}`);

/** The output of Helm for a chart, a target and values, shared by several tests. */
const printed = new Map<string, string | undefined>();

function helmTemplate(
  program: string,
  chart: string,
  surface: ApiSurface,
  values: readonly string[],
): string | undefined {
  const key = JSON.stringify([program, chart, surface.versions.binary, values]);
  if (printed.has(key)) return printed.get(key);
  const versions = surface.resources.flatMap((resource) => {
    const version = formatGroupVersion(resource);
    return [version, `${version}/${resource.kind}`];
  });
  const { status, stdout } = spawnSync(
    program,
    [
      'template',
      'release-name',
      chart,
      `--kube-version=1.${surface.versions.binary}`,
      ...[...new Set(versions)].flatMap((version) => ['--api-versions', version]),
      ...values,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const output = status === 0 ? stdout : undefined;
  printed.set(key, output);
  return output;
}

/** A finding without its position. */
interface Found {
  readonly kind: string;
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

function findingsIn(text: string, surface: ApiSurface): readonly Found[] {
  return analyze(text, inputs('manifest.yaml', [surface])).resources.flatMap(({ resource, verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      findings.map(({ code, path, message }) => ({ kind: resource.kind, code, path, message })),
    ),
  );
}

const line = ({ kind, code, path, message }: Found) => `${kind} ${code} ${path}: ${message}`;

/** The finding without list indices: which items a template prints depends on values. */
const anywhere = (file: string, { kind, code, path }: Found) =>
  `${file} ${kind} ${code} ${path.replace(/\[\d+\]/g, '[]')}`;

/** A chart that the command line renders together with all others: a copy in a separate folder, with values. */
interface Copy {
  readonly chart: string;
  readonly values: readonly string[];
  /** Its path in the workspace, such as `database-0`. */
  readonly path: string;
}

/** The findings of the command line in rendered charts, by the paths of their copies; one line each. */
function checkCharts(copies: readonly Copy[], folder: string): (path: string, target: string) => readonly string[] {
  const workspace = new Workspace({});
  try {
    for (const { chart, path } of copies) cpSync(chart, join(workspace.path, path), { recursive: true });
    const files = copies.map(({ chart, values, path }) => ({
      match: `${path}/**`,
      helm: { values: values.map((file) => join(path, relative(chart, file))) },
    }));
    workspace.write('.kubecompat.yaml', JSON.stringify({ files }));
    const run = workspace.run(['check', '.', '--format=json', ...targets.map((target) => `--target=${target}`)], {
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    const { resources, findings } = readReport(run.stdout);
    const kinds = new Map(resources.map(({ id, kind }) => [id, kind]));
    return (path, target) =>
      findings
        .filter(
          (finding) =>
            finding.file.startsWith(`${path}/`) && finding.target === target && finding.resource !== undefined,
        )
        .map((finding) => line({ ...finding, kind: kinds.get(finding.resource ?? '') ?? '' }));
  } finally {
    workspace.remove();
  }
}

interface ReportShape {
  readonly resources: readonly { readonly id: string; readonly kind: string }[];
  readonly findings: readonly (Omit<Found, 'kind'> & {
    readonly resource?: string;
    readonly file: string;
    readonly target: string;
  })[];
}

function readReport(text: string): ReportShape {
  return JSON.parse(text);
}

function compareCharts(charts: () => readonly string[]): void {
  it('have the findings of the output of helm template if they are rendered', function () {
    const folder = helmFolder(this);
    const copies = charts().flatMap((chart): readonly Copy[] =>
      valueFiles(chart)
        .slice(0, 2)
        .map((values, index) => ({ chart, values, path: `${basename(chart)}-${index}` })),
    );
    const found = checkCharts(copies, folder);
    for (const { chart, values, path } of copies) {
      for (const target of targets) {
        const output = helmTemplate(`${folder}helm`, chart, surfaceOf(target), valueArguments(values));
        if (output === undefined) continue;
        const ours = [...found(path, target)].sort();
        const piped = findingsIn(output, surfaceOf(target)).map(line).sort();
        assert.deepEqual(ours, piped, `${basename(chart)} at ${target} with ${values.join(' ')}`);
      }
    }
  });

  it('have no finding in unrendered templates that no rendering has', function () {
    const folder = helmFolder(this);
    let rendered = 0;
    let found = 0;
    for (const chart of charts()) {
      for (const target of targets) {
        const surface = surfaceOf(target);
        const outputs = new Outputs(`${folder}helm`, chart, surface);
        for (const values of valueFiles(chart)) outputs.add(valueArguments(values));
        const ours = inTemplates(chart, surface);
        const others = switchedOn(chart).values();
        const unseen = () => [...ours].filter((finding) => !outputs.has(finding) && outputs.rendered(finding));
        for (const values of others) {
          if (unseen().length === 0) break;
          outputs.add(values);
        }
        const alarms = unseen().filter((finding) => !needsOtherValues.test(finding));
        assert.deepEqual(alarms, [], `${basename(chart)} at ${target}`);
        rendered += outputs.findings.size;
        found += [...outputs.findings].filter((finding) => ours.has(finding)).length;
      }
    }
    console.log(`      ${found} of ${rendered} findings of rendered charts are found in the templates as they stand`);
    assert.ok(
      found * 10 > rendered * 7,
      `${found} of ${rendered} findings of rendered charts are found without rendering`,
    );
  });
}

/** The rendered outputs of a chart for a target with several values. */
class Outputs {
  readonly findings = new Set<string>();
  readonly #kinds = new Set<string>();
  readonly #program: string;
  readonly #chart: string;
  readonly #surface: ApiSurface;

  constructor(program: string, chart: string, surface: ApiSurface) {
    this.#program = program;
    this.#chart = chart;
    this.#surface = surface;
  }

  add(values: readonly string[]): void {
    const output = helmTemplate(this.#program, this.#chart, this.#surface, values) ?? '';
    for (const { file, text } of renderedTemplates(output)) {
      for (const { resource, verdicts } of analyze(text, inputs('manifest.yaml', [this.#surface])).resources) {
        const { kind } = resource;
        this.#kinds.add(`${file} ${kind} `);
        for (const finding of verdicts.flatMap(({ findings }) => findings)) {
          this.findings.add(anywhere(file, { ...finding, kind }));
        }
      }
    }
  }

  has(finding: string): boolean {
    return this.findings.has(finding);
  }

  /** Whether the object with the finding was rendered at all. */
  rendered(finding: string): boolean {
    return [...this.#kinds].some((kind) => finding.startsWith(kind));
  }
}

/** The findings in the unrendered templates of a chart. */
function inTemplates(chart: string, surface: ApiSurface): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of filesBelow(join(chart, 'templates'), /(^|\/)[^_][^/]*\.ya?ml$/)) {
    const file = relative(chart, path);
    const analysis = analyze(readFileSync(path, 'utf8'), inputs(file, [surface], { chart: chartAround(path) }));
    for (const { resource, verdicts } of analysis.resources) {
      for (const finding of verdicts.flatMap(({ findings }) => findings)) {
        found.add(anywhere(file, { ...finding, kind: resource.kind }));
      }
    }
  }
  return found;
}

/** Values that enable what a chart disables: all at once, and each separately. */
function switchedOn(chart: string): readonly (readonly string[])[] {
  const root = readYamlDocument(readFileSync(join(chart, 'values.yaml'), 'utf8'))?.root;
  const off = root === undefined ? [] : [...pathsOfFalse(root, '')];
  return [off, ...off.map((path) => [path])].map((paths) => paths.map((path) => `--set=${path}=true`));
}

function* pathsOfFalse(node: Node, path: string): Generator<string> {
  if (node.kind === 'scalar' && node.value === false) yield path;
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    const name = key.replaceAll('.', '\\.');
    yield* pathsOfFalse(value, path === '' ? name : `${path}.${name}`);
  }
}

/** Correct findings in parts that only values outside the charts' own files render. */
const needsOtherValues =
  /Service deprecated-field spec\.loadBalancerIP$|jenkins-backup-cronjob\.yaml CronJob unknown-field spec\.jobTemplate\.spec\.template\.tolerations$/;

describe('unrendered and rendered charts', () => {
  describe('in this repository', () => {
    // Outside this repository, which every command would search for references to the charts.
    const copy = new Workspace({});
    before(() => cpSync(fixtures, copy.path, { recursive: true }));
    after(() => copy.remove());
    compareCharts(() => chartsIn(copy.path));
  });
  describe('in the corpus', () => {
    before(function () {
      if (!existsSync(corpus)) notRun(this, `${corpus} is not there`);
    });
    compareCharts(() => chartsIn(corpus));
  });
});
