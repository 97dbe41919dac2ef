import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { UsageError } from '../../../server/src/cli/flags/arguments.ts';
import { main } from '../../../server/src/cli/main.ts';
import type { Terminal } from '../../../server/src/cli/output/terminal.ts';
import { mutated } from '../mutations.ts';
import type { Subject } from '../subject.ts';

/** Files of a workspace in one text: each starts with a line `#=== NAME`. */
const files = [
  `#=== base/kustomization.yaml
resources: [a.yaml, https://example.com/x.yaml, ../../outside.yaml, gone.yaml]
namePrefix: x-
labels: [{ pairs: { app: web }, includeSelectors: true }]
configMapGenerator: [{ name: settings, literals: [a=b], files: [a.yaml] }]
images: [{ name: nginx, newTag: "1.27" }]
#=== base/a.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx, port: 80 }] }
#=== prod/kustomization.yaml
resources: [../base]
components: [../base]
patches:
- path: patch.yaml
- target: { kind: Deployment, name: we. }
  patch: |-
    - op: replace
      path: /spec/replicas
      value: "3"
replacements:
- source: { kind: Deployment, name: web, fieldPath: metadata.name }
  targets: [{ select: { kind: Deployment }, fieldPaths: [spec.template.metadata.labels.app, spec.x.0.y] }]
#=== prod/patch.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: two }
`,
  `#=== .kubecompat.yaml
targets:
  old: { binaryVersion: "1.21" }
  new: { binaryVersion: "1.37", crds: { gateway-api: { release: v1.2.0 } } }
  edge: { from: cluster.yaml }
default: [old, new]
files: [{ match: "crds/**", targets: [new], severity: { crd-evolution: off } }]
deprecations: [{ group: example.com, version: v1, kind: Lamp, deprecated: "1.30" }]
#=== cluster.yaml
kind: ClusterConfiguration
apiVersion: kubeadm.k8s.io/v1beta4
kubernetesVersion: v1.36.1
apiServer: { extraArgs: [{ name: runtime-config, value: api/all=true }] }
#=== crds/lamp.yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  names: { kind: Lamp, plural: lamps }
  scope: Namespaced
  versions:
  - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { watts: { type: integer, maximum: 5 } } } } } } }
#=== lamp.yaml
apiVersion: example.com/v1
kind: Lamp
metadata: { name: a }
spec: { watts: 9, colour: red }
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: { name: a }
spec: { minAvailable: 1 }
`,
  `#=== shop/Chart.yaml
apiVersion: v2
name: shop
version: 1.0.0
kubeVersion: ">=1.20.0 <1.30.0"
dependencies: [{ name: cache, version: 1.x, condition: cache.enabled }, { name: gone, version: 2.x, repository: "https://example.com" }]
#=== shop/values.yaml
cache: { enabled: false }
labels: {}
#=== shop/templates/_helpers.tpl
{{- define "shop.name" }}{{ .Release.Name }}{{ end }}
#=== shop/templates/a.yaml
apiVersion: batch/v1beta1
kind: CronJob
metadata: { name: {{ include "shop.name" . }} }
spec:
{{- if .Values.cache.enabled }}
  schedule: "* * * * *"
{{- end }}
  jobTemplate: {}
#=== shop/charts/cache/Chart.yaml
apiVersion: v2
name: cache
version: 1.0.0
#=== shop/charts/cache/templates/b.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: b, labels: {{ toYaml .Values.labels }} }
dta: {}
`,
  `#=== clusters/flux.yaml
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec:
  path: ./apps
  sourceRef: { kind: GitRepository, name: flux-system }
  postBuild: { substitute: { A: "1" } }
  patches: [{ patch: "- {op: add, path: /spec/replicas, value: 2}", target: { kind: Deployment } }]
#=== apps/a.yaml
apiVersion: v1
kind: Service
metadata: { name: "\${A}" }
spec: { ports: [{ port: "\${A}" }] }
#=== apps/release.yaml
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cert-manager }
spec: { chart: { spec: { chart: cert-manager, version: v1.16.0, sourceRef: { kind: HelmRepository, name: jetstack } } } }
#=== app.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: a }
spec: { source: { repoURL: "https://example.com", path: apps, kustomize: { patches: [{ patch: "a: b" }] } } }
`,
];

const names = [...new Set(files.flatMap((text) => [...text.matchAll(/^#=== (\S+)$/gm)].map(([, name = '']) => name)))];

/** Workspaces with kustomizations, charts, definitions and configurations, which the command line checks and fixes. */
export const workspaces: Subject = {
  name: 'workspaces',
  share: 0.5,
  inputs: fc.oneof(
    mutated(files, 4),
    fc.tuple(mutated(files, 3), mutated(files, 3)).map((both) => both.join('\n')),
  ),
  async hold(text) {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-fuzz-'));
    try {
      for (const [name, content] of filesOf(text)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      const check = ['check', '.', '--format', 'json'];
      const first = await run(folder, check);
      assert.equal(await run(folder, check), first, 'the same is said twice');
      for (const format of ['text', 'github', 'sarif']) await run(folder, ['check', '.', '--format', format]);
      const before = unreadable(first);
      await run(folder, ['fix', '.', '--write']);
      const fixed = await run(folder, check);
      assert.ok(unreadable(fixed) <= before, 'fixes leave files that can be read');
      await run(folder, ['fix', '.', '--write']);
      assert.equal(await run(folder, check), fixed, 'fixes leave nothing to fix');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Only known names, so that no files outside the workspace are written. */
function filesOf(text: string): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  let name = 'a.yaml';
  for (const line of text.split(/(?<=\n)/)) {
    const named = /^#=== (\S+)\r?\n?$/.exec(line)?.[1];
    if (named === undefined) all.set(name, (all.get(name) ?? '') + line);
    else name = names.includes(named) ? named : 'a.yaml';
  }
  return all;
}

/** The output of a command; throws on an internal error. */
async function run(cwd: string, args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const out = (parts: Iterable<string>) => {
    printed.push(...parts);
  };
  const terminal: Terminal = {
    cwd,
    out,
    stream: async (parts) => out(parts),
    err: () => undefined,
    problem: () => undefined,
    save: () => undefined,
    makeFolder: () => undefined,
    readStdin: () => new Uint8Array(),
    style: (_, text) => text,
    width: 100,
    status: undefined,
  };
  try {
    const exit = await main(args, terminal);
    assert.ok(exit >= 0 && exit <= 3, `exits with ${exit}`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printed.push(error.message);
  }
  return printed.join('');
}

/** The number of documents in a report that could not be read. */
function unreadable(report: string): number {
  return (report.match(/"(?:syntax-error|broken-resource)"/g) ?? []).length;
}
