import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Files, Workspace } from './harness.ts';

const chart: Files = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': 'replicas: 1\n',
  'chart/templates/_helpers.tpl': '{{- define "shop.api" -}}apps/v1{{- end -}}\n',
  'chart/templates/web.yaml': 'apiVersion: {{ include "shop.api" . }}\nkind: Deployment\nmetadata:\n  name: web\n',
};

const files: Files = {
  ...chart,
  'web/old.yaml': 'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: shop\n',
  'web/ticket.yaml': 'apiVersion: example.com/v1\nkind: Ticket\nmetadata:\n  name: one\nspec:\n  seat: 4\n',
  'kustomize/kustomization.yaml': 'resources: [base.yaml]\n',
  'kustomize/base.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\nspec:\n  ports: [{ port: 80 }]\n  selector: { app: shop }\n',
  'kustomize/patch.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\nspec:\n  sessionAffinity: None\n',
};

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: tickets.example.com }
spec:
  group: example.com
  names: { kind: Ticket, plural: tickets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { seat: { type: string } } } } }
`;

/** What may happen between two runs, and what the second one must not miss. */
const changes: readonly { readonly title: string; readonly write: Files }[] = [
  { title: 'a manifest says something else', write: { 'web/old.yaml': 'apiVersion: v1\nkind: Pod\n' } },
  { title: 'a manifest is new', write: { 'web/new.yaml': 'apiVersion: v1\nkind: Pood\nmetadata:\n  name: a\n' } },
  { title: 'a folder with a manifest is new', write: { 'web/more/new.yaml': 'apiVersion: v1\nkind: Pood\n' } },
  { title: 'a configuration is new', write: { '.kubecompat.yaml': 'severity: { removed-api: hint }\n' } },
  { title: 'a configuration nearer by is new', write: { 'web/.kubecompat.yaml': 'severity: { removed-api: hint }\n' } },
  { title: 'files are ignored', write: { '.gitignore': 'web/old.yaml\n' } },
  { title: 'a definition outside of the paths is new', write: { 'definitions/tickets.yaml': definition } },
  {
    title: 'a kustomization names a patch',
    write: { 'kustomize/kustomization.yaml': 'patches: [{ path: patch.yaml }]\n' },
  },
  {
    title: 'a helper of a chart says something else',
    write: { 'chart/templates/_helpers.tpl': '{{- define "shop.api" -}}apps/v1beta1{{- end -}}\n' },
  },
];

const paths = ['web', 'kustomize', 'chart'];
const check = ['check', ...paths, '--target=1.37', '--no-render', '--format=json'];

describe('command line, --cache', () => {
  let temporary: string;
  let cache: string;
  let workspace: Workspace;

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'kubecompat-cache-'));
    cache = join(temporary, 'runs');
    workspace = new Workspace({ ...files, '.git/HEAD': 'ref: refs/heads/main\n' });
  });

  afterEach(() => {
    workspace.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  const names = () => (existsSync(cache) ? readdirSync(cache) : []);
  /** The runs that are kept; what became of single files lies beside them. */
  const kept = () => names().flatMap((name) => (name.endsWith('.run') ? [join(cache, name)] : []));

  it('prints again what the same run printed, and ends as it did', () => {
    const found = join(temporary, 'found.txt');
    const args = [...check, `--cache=${cache}`, `--output=text=${found}`];
    const first = workspace.run(args);
    const [run, ...more] = kept();
    assert.ok(run !== undefined && more.length === 0);
    const saved = readFileSync(found, 'utf8');
    rmSync(found);
    assert.deepEqual(workspace.run(args), first);
    assert.equal(readFileSync(found, 'utf8'), saved);
    assert.equal(first.exit, 1);
    // That it was not judged again shows where what was kept is another text.
    writeFileSync(run, readFileSync(run, 'utf8').replaceAll('removed-api', 'kept-answer'));
    assert.match(workspace.run(args).stdout, /kept-answer/);
  });

  for (const { title, write } of changes) {
    it(`judges again when ${title}`, () => {
      const args = [...check, `--cache=${cache}`];
      const before = workspace.run(args);
      for (const [name, content] of Object.entries(write)) workspace.write(name, content);
      const after = workspace.run(args);
      assert.deepEqual(after, workspace.run(check));
      assert.notEqual(after.stdout, before.stdout, 'the change is one that shows');
      assert.deepEqual(workspace.run(args), after);
    });
  }

  it('judges again when a manifest is gone, and when it is back', () => {
    const args = [...check, `--cache=${cache}`];
    const before = workspace.run(args);
    rmSync(join(workspace.path, 'web/old.yaml'));
    const without = workspace.run(args);
    assert.deepEqual(without, workspace.run(check));
    workspace.write('web/old.yaml', 'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: shop\n');
    assert.deepEqual(workspace.run(args), before);
  });

  it('keeps runs apart by their arguments and their folder', () => {
    const at = (target: string) => ['check', 'web', `--target=${target}`, `--cache=${cache}`];
    const old = workspace.run(at('1.15'));
    const now = workspace.run(at('1.37'));
    assert.notEqual(old.stdout, now.stdout);
    assert.deepEqual(workspace.run(at('1.15')), old);
    assert.equal(kept().length, 2);
    workspace.run(['check', '.', '--target=1.37', `--cache=${cache}`], { cwd: 'web' });
    assert.equal(kept().length, 3);
  });

  it('keeps no run that went by standard input', () => {
    const stdin = 'apiVersion: v1\nkind: Pood\nmetadata:\n  name: a\n';
    const run = workspace.run(['check', '-', '--target=1.37', `--cache=${cache}`], { stdin });
    assert.equal(run.exit, 1);
    assert.deepEqual(kept(), []);
  });

  it('makes the run anew where what was kept is broken', () => {
    const args = [...check, `--cache=${cache}`];
    const first = workspace.run(args);
    const cut = '{"looks":[],"said":[["out",[9]]],"exit":0}\nshort';
    for (const broken of ['', 'null\n', '{"looks":[]}\n', '{"looks":[["bytes","/",0]],"said":[]}\n', '[]', cut]) {
      for (const run of kept()) writeFileSync(run, broken);
      assert.deepEqual(workspace.run(args), first, broken);
    }
  });

  it('needs no folder that it can write into', () => {
    const args = [...check, '--cache=/dev/null/runs'];
    assert.deepEqual(workspace.run(args), workspace.run(check));
  });
});
