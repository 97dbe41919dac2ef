import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { chartTemplates } from './chart.ts';
import { hasHole, layOut } from './layout.ts';
import { readTemplate } from './readTemplate.ts';

const chart = chartTemplates([
  '{{- define "version" -}}{{ if semverCompare ">=1.21-0" .Capabilities.KubeVersion.Version }}policy/v1{{ else }}policy/v1beta1{{ end }}{{- end -}}',
]);

function layoutOf(text: string) {
  const { outputs } = readTemplate(text, chart, [surfaceOf('1.37')]);
  return layOut(outputs[0] ?? [], new Map());
}

const line = fc.constantFrom(
  'apiVersion: v1\n',
  'kind: ConfigMap\n',
  'data:\n',
  '  a: "b"\n',
  '  - c\n',
  '---\n',
  '# d\n',
  '\n',
  '😀: é\n',
);
const action = fc.constantFrom(
  '{{ .Values.a }}',
  '{{- include "version" . }}\n',
  '  {{- toYaml .Values.b | nindent 2 }}\n',
  '{{- if .Values.c }}\n',
  '{{- if .Capabilities.APIVersions.Has "policy/v1" }}\n',
  '{{ else }}',
  '{{- end }}\n',
  '{{ range .Values.d -}}\n',
  '{{/* e */}}',
);

describe('readTemplate', () => {
  it('keeps every character of a text without actions at its position', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('');
        const { text: laidOut, segments } = layoutOf(text);
        assert.equal(laidOut, text);
        for (const { start, at } of segments) assert.equal(at, start);
      }),
    );
  });
  it('maps every segment to its source', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, action), { maxLength: 16 }), (parts) => {
        const text = parts.join('');
        const { text: laidOut, segments } = layoutOf(text);
        for (const [index, { start, at }] of segments.entries()) {
          const end = segments[index + 1]?.start ?? laidOut.length;
          if (at !== undefined) assert.equal(text.slice(at, at + end - start), laidOut.slice(start, end));
        }
      }),
    );
  });
  it('gives a text without actions the findings that it has outside a chart', () => {
    const surfaces = [surfaceOf('1.37')];
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('');
        // The comment makes it a template and prints nothing.
        const found = analyze(`${text}{{/* a comment */}}`, inputs('x.yaml', surfaces, { chart }));
        const plain = analyze(text, inputs('x.yaml', surfaces));
        const codes = (analysis: typeof plain) =>
          analysis.resources.flatMap(({ verdicts }) =>
            verdicts.flatMap(({ findings }) => findings.map(({ code, path, span }) => ({ code, path, span }))),
          );
        assert.deepEqual(codes(found), codes(plain));
      }),
    );
  });
  it('prints the output of helpers for the target', () => {
    assert.equal(layoutOf('apiVersion: {{ include "version" . }}\n').text, 'apiVersion: policy/v1\n');
    assert.ok(hasHole(layoutOf('apiVersion: {{ include "nobody knows" . }}\n').text));
  });
  it('ends on recursive templates and on those that double their output', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `{{ define "d${index}" }}{{ include "d${index + 1}" . }}{{ include "d${index + 1}" . }}{{ end }}`,
    );
    const hostile = [
      '{{ define "loop" }}a{{ include "loop" . }}{{ end }}{{ include "loop" . }}',
      `${doubling.join('')}{{ define "d40" }}lol{{ end }}{{ include "d0" . }}`,
      `${'{{ if .a }}\n'.repeat(150)}a: b\n${'{{ end }}\n'.repeat(150)}`,
      '{{ if .a }}x{{ end }}'.repeat(5_000),
      '{{ .Values.a }}\n'.repeat(5_000),
    ];
    for (const text of hostile) {
      const { resources } = analyze(text, inputs('x.yaml', [surfaceOf('1.37')], { chart: chartTemplates([text]) }));
      assert.deepEqual(resources, []);
    }
  });
});
