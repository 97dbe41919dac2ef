import fc from 'fast-check';
import { chartTemplates } from '../../../server/src/helm/chart.ts';
import { inputs } from '../../harness/inputs.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { checkedAnalysis } from '../properties.ts';
import type { Subject } from '../subject.ts';

const helpers = `{{- define "version" -}}
{{- if semverCompare ">=1.21-0" .Capabilities.KubeVersion.Version }}policy/v1{{ else }}policy/v1beta1{{ end }}
{{- end -}}
{{- define "labels" }}
app: {{ .Chart.Name | quote }}
{{- with .Values.labels }}{{ toYaml . | nindent 0 }}{{ end }}
{{- end }}
`;

/** Arbitrary template actions between the lines of a manifest. */
const generated = fc
  .array(
    fc.constantFrom(
      ...[
        'apiVersion: {{ include "version" . }}\n',
        'apiVersion: policy/v1beta1\n',
        'kind: PodDisruptionBudget\n',
        'metadata:\n',
        '  name: {{ .Release.Name }}-a\n',
        '  labels: {{- include "labels" . | nindent 4 }}\n',
        'spec:\n',
        '  minAvailable: 1\n',
        '---\n',
        '# c\n',
      ],
      ...[
        '{{- if .Values.a }}\n',
        '{{- if .Capabilities.APIVersions.Has "policy/v1" }}\n',
        '{{- else if eq .Values.b "x" }}\n',
        '{{- else }}\n',
        '{{- end }}\n',
        '{{ end -}}\n',
        '{{- range $k, $v := .Values.c }}\n',
        '  {{ $k }}: {{ $v | quote }}\n',
        '{{- with .Values.d }}\n',
        '{{/* c */}}\n',
      ],
      ...[
        '{{- $x := dict "a" 1 }}\n',
        '  a: {{ $x.a }}\n',
        '  {{- toYaml .Values.e | nindent 2 }}\n',
        '{{ define "own" }}b: 1\n',
        '{{ template "own" . }}\n',
        '  f: "{{ printf "%s-%d" .Values.f 1 }}"\n',
        '{{ fail "no" }}\n',
        '{{ required "x" .Values.y }}\n',
        '{{ tpl .Values.t . }}\n',
        '{{ lookup "v1" "Pod" "a" "b" }}\n',
      ],
    ),
    { maxLength: 24 },
  )
  .map((lines) => lines.join(''));

/** Helm templates, as charts contain them. */
export const charts: Subject = {
  name: 'charts',
  share: 2,
  inputs: fc.oneof(
    generated,
    mutated([
      helpers,
      ...corpus('server/src/helm/fixtures', /\.(?:ya?ml|tpl)$/),
      ...corpus('test/helm/fixtures', /\.(?:ya?ml|tpl)$/),
    ]),
    generated.chain((text) => mutated([text])),
  ),
  hold(text) {
    const chart = chartTemplates([helpers, text]);
    checkedAnalysis(text, inputs('shop/templates/a.yaml', [surfaceOf('1.37'), surfaceOf('1.21')], { chart }));
  },
};
