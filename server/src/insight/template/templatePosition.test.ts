import assert from 'node:assert/strict';
import fc from 'fast-check';
import { templatePositionAt } from './templatePosition.ts';

/** The result at the `|` of a text: the slot, the object and the word. */
function at(marked: string): string {
  const offset = marked.indexOf('‸');
  const position = templatePositionAt(marked.replace('‸', ''), offset);
  if (position === undefined) return 'nothing';
  const object =
    position.slot === 'member' ? ` of ${position.object === undefined ? '?' : `/${position.object.join('/')}`}` : '';
  return `${position.slot} ${JSON.stringify(position.word.text)}${object}`;
}

describe('templatePositionAt', () => {
  it('finds members with the object that contains them', () => {
    assert.equal(at('a: {{ .‸ }}'), 'member "" of /');
    assert.equal(at('a: {{ .Val‸ }}'), 'member "Val" of /');
    assert.equal(at('a: {{ .Values.image.t‸ag | quote }}'), 'member "tag" of /Values/image');
    assert.equal(at('a: {{ .Values.im‸age.tag }}'), 'member "image" of /Values');
    assert.equal(at('a: {{- $.Values.‸ -}}'), 'member "" of /Values');
    assert.equal(at('a: {{ printf "%s" .Release.‸ }}'), 'member "" of /Release');
  });

  it('finds the expression that is being typed, before the closing delimiter', () => {
    assert.equal(at('a: {{ .Values.‸\nb: {{ .Chart.Name }}'), 'member "" of /Values');
    assert.equal(at('a: {{ include "shop.‸\nb: c'), 'template "shop."');
    assert.equal(at('{{ if .Values.on }}\na: {{ .Values.x.‸'), 'member "" of /Values/x');
  });

  it('follows with, range, else, end and define', () => {
    assert.equal(at('{{ with .Values.image }}{{ .‸ }}{{ end }}'), 'member "" of /Values/image');
    assert.equal(at('{{ with .Values.image }}{{ end }}{{ .‸ }}'), 'member "" of /');
    assert.equal(at('{{ with .Values.a }}{{ else }}{{ .‸ }}{{ end }}'), 'member "" of /');
    assert.equal(at('{{ with .Values.a }}{{ else with .Values.b }}{{ .‸ }}{{ end }}'), 'member "" of /Values/b');
    assert.equal(at('{{ range .Values.hosts }}{{ .‸ }}{{ end }}'), 'member "" of /Values/hosts/[]');
    assert.equal(at('{{ range .Values.hosts }}{{ range .paths }}{{ .‸ }}'), 'member "" of /Values/hosts/[]/paths/[]');
    assert.equal(at('{{ if .Values.a }}{{ .‸ }}'), 'member "" of /');
    assert.equal(at('{{ with .Values.a }}{{ define "x" }}{{ .‸ }}{{ end }}'), 'member "" of /');
    assert.equal(at('{{ range .Values.hosts }}{{ $.Values.‸ }}'), 'member "" of /Values');
  });

  it('follows variables, index, default and parentheses', () => {
    assert.equal(at('{{ $x := .Values.image }}{{ $x.‸ }}'), 'member "" of /Values/image');
    assert.equal(at('{{ range $i, $h := .Values.hosts }}{{ $h.‸ }}'), 'member "" of /Values/hosts/[]');
    assert.equal(at('{{ range $i, $h := .Values.hosts }}{{ $i.‸ }}'), 'member "" of ?');
    assert.equal(at('{{ with $x := .Values.image }}{{ .‸ }}'), 'member "" of /Values/image');
    assert.equal(at('{{ (index .Values "a-b").‸ }}'), 'member "" of /Values/a-b');
    assert.equal(at('{{ (.Values.a | default dict).‸ }}'), 'member "" of /Values/a');
    assert.equal(at('{{ with default dict .Values.a }}{{ .‸ }}'), 'member "" of /Values/a');
    assert.equal(at('{{ with include "x" . | fromYaml }}{{ .‸ }}'), 'member "" of ?');
    assert.equal(at('{{ $root := . }}{{ range .Values.x }}{{ $root.Values.‸ }}'), 'member "" of /Values');
  });

  it('distinguishes names of templates, functions and variables', () => {
    assert.equal(at('{{ include "sh‸op.name" . }}'), 'template "shop.name"');
    assert.equal(at('{{ template "‸" . }}'), 'template ""');
    assert.equal(at('{{ .Values.a | quo‸ }}'), 'function "quo"');
    assert.equal(at('{{ ‸ }}'), 'function ""');
    assert.equal(at('{{ $ro‸ }}'), 'variable "$ro"');
  });

  it('finds nothing outside actions, in comments and in other texts', () => {
    for (const text of [
      'a: ‸',
      '{{ .a }}‸',
      'a: {{ .a }} b‸ {{ .c }}',
      '{{/* .Values.‸ */}}',
      '{{ printf ".Val‸" }}',
    ]) {
      assert.equal(at(text), 'nothing', text);
    }
  });

  it('accepts any text', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '"',
      '`',
      '(',
      ')',
      '.a',
      '$x',
      ' ',
      '\n',
      'end',
      'with',
      ':=',
      '|',
      '-',
      '/*',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(), (pieces, seed) => {
        const text = pieces.join('');
        const offset = text.length === 0 ? 0 : seed % (text.length + 1);
        const position = templatePositionAt(text, offset);
        assert.ok(position === undefined || (position.word.start <= offset && offset <= position.word.end));
      }),
    );
  });

  it('takes a time that is linear in the length of the text', () => {
    const text = `${'{{ with ("" (.a '.repeat(20_000)}{{ .‸`;
    assert.notEqual(at(text), 'nothing');
  });
});
