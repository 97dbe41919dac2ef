import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFixture } from '../../../../test/harness/annotations.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import type { Finding } from '../../finding.ts';
import { chartTemplates } from '../../helm/chart.ts';

const folder = 'server/src/checks/invalid/fixtures/';
const files = ['pod.yaml', 'podContainers.yaml', 'jobs.yaml', 'networking.yaml', 'workloads.yaml', 'services.yaml'];
const surface = surfaceOf('1.37');
const values = ['', '0', '80', 'true', 'web', '"Never"', '"ExternalName"', '"None"', '"a-b"'];
const head = /^(\s*(?:- )?[A-Za-z]+):(?: ([^{}[\]&*|>#]+))?$/;

const found = (text: string, path: string, chart = false): readonly Finding[] =>
  analyze(text, inputs(path, [surface], chart ? { chart: chartTemplates([]) } : {})).resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) => findings),
  );
const what = ({ code, path }: Finding) => `${code} ${path.replace(/\[\d+\]/g, '[]')}`;

function documents(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => files.includes(file))
    .flatMap((file) => readFixture(readFileSync(folder + file, 'utf8')).text.split(/^---$/m))
    .map((text) => text.replace(/^\s*#.*\n/gm, ''))
    .filter((text) => /^kind:/m.test(text));
}

describe('findings in templates', () => {
  it('are true whatever the values', () => {
    let compared = 0;
    for (const text of documents()) {
      const lines = text.split('\n');
      for (const [at, line] of lines.entries()) {
        const match = head.exec(line);
        if (at % 7 > 0 || match?.[2] === undefined || /^(?:apiVersion|kind):/.test(line)) continue;
        const withValue = (value: string) => lines.with(at, `${match[1] ?? ''}: ${value}`).join('\n');
        const certain = found(withValue('{{ .Values.a }}'), 'templates/a.yaml', true).map(what);
        for (const value of [match[2], ...values]) {
          const rendered = found(withValue(value), 'a.yaml');
          // Undecodable objects are not validated.
          if (rendered.some(({ consequence }) => consequence === 'undecodable')) continue;
          const all = new Set(rendered.map(what));
          for (const finding of certain)
            assert.ok(all.has(finding), `${finding} with ${value} in line ${at} of\n${text}`);
          compared += certain.length;
        }
      }
    }
    assert.ok(compared > 500, `${compared}`);
  });

  it('include those in the output of helpers with empty loops and unknown lines', () => {
    const helpers = chartTemplates([
      '{{- define "secrets" -}}{{- $all := list -}}{{- range .Values.a -}}{{- $all = append $all . -}}{{- end -}}' +
        '{{- if $all -}}\nimagePullSecrets:\n{{- range $all }}\n  - name: {{ . }}\n{{- end }}{{- end }}{{- end -}}',
      '{{- define "labels" -}}{{- if .Values.b -}}{{- range .Values.b -}}{{- $x := . -}}{{- end -}}\n{{ toYaml .Values.b }}\n' +
        '{{- else -}}\napp: {{ .Values.c }}\n{{- end -}}{{- end -}}',
    ]);
    const text = [
      'apiVersion: v1',
      'kind: Pod',
      'metadata: {name: a}',
      'spec:',
      '  {{- include "secrets" . | nindent 2 }}',
      '  affinity:',
      '    podAntiAffinity:',
      '      requiredDuringSchedulingIgnoredDuringExecution:',
      '        - labelSelector:',
      '            matchLabels: {{- include "labels" . | nindent 14 }}',
      '  containers: [{name: A_b, image: x, commands: []}]',
      '',
    ].join('\n');
    const { resources } = analyze(text, inputs('templates/a.yaml', [surface], { chart: helpers }));
    const all = resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings.map(what)));
    const term = 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[]';
    assert.ok(all.includes('unknown-field spec.containers[].commands'), all.join());
    assert.ok(all.includes(`missing-field ${term}.topologyKey`), all.join());
    assert.ok(all.includes('invalid-value spec.containers[].name'), all.join());
  });

  it('include those that depend on other fields, unless these are uncertain', () => {
    const service = (spec: string) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n${spec}`;
    const port = '  ports: [{port: 80, targetPort: "no_port", nodePort: 30000}]\n';
    const invalid = (text: string) => found(text, 'templates/a.yaml', true).map(what);
    const target = 'invalid-value spec.ports[].targetPort';
    assert.deepEqual(invalid(service(`  type: ClusterIP\n${port}`)), [target, 'forbidden-field spec.ports[].nodePort']);
    assert.deepEqual(invalid(service(`  type: {{ .Values.type }}\n${port}`)), [target]);
    const missing = ['missing-field spec.ports'];
    const conditional = '  {{- if .Values.a }}\n  ports: []\n  {{- end }}\n';
    assert.deepEqual(invalid(service(`${conditional}  clusterIP: 10.0.0.1\n`)), missing);
    assert.deepEqual(invalid(service('  ports: {{ .Values.ports }}\n  clusterIP: 10.0.0.1\n')), []);
  });

  it('depend on a branch only if it can change them', () => {
    const pod = (volumes: string) =>
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  containers:\n    - name: web\n' +
      `      image: web\n      volumeMounts: [{name: data, mountPath: /data}]\n  volumes:\n${volumes}`;
    const dangling = ['dangling-name spec.containers[].volumeMounts[].name'];
    const invalid = (volumes: string) => found(pod(volumes), 'templates/a.yaml', true).map(what);
    const branch = (name: string) => `  {{- if .Values.a }}\n  - name: ${name}\n    emptyDir: {}\n  {{- end }}\n`;
    assert.deepEqual(invalid(branch('other')), dangling);
    assert.deepEqual(invalid(branch('data')), []);
    assert.deepEqual(invalid(branch('{{ .Values.volume }}')), []);
    assert.deepEqual(invalid('    {{- toYaml .Values.volumes | nindent 4 }}\n'), []);
  });
});
