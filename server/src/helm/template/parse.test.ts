import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexTemplate } from './lex.ts';
import { parseTemplate } from './parse.ts';

/** The texts that a template prints, as trim markers leave them. */
function texts(template: string): string[] {
  return lexTemplate(template).pieces.flatMap(({ kind, start, end }) =>
    kind === 'text' ? [template.slice(start, end)] : [],
  );
}

function problemOf(template: string): string | undefined {
  const { problem } = parseTemplate(template);
  return problem && `${problem.message} at ${template.slice(problem.start, problem.end)}`;
}

describe('lexTemplate', () => {
  it('removes the white space beside trim markers', () => {
    assert.deepEqual(texts('a \n {{- .b -}} \n c'), ['a', 'c']);
    assert.deepEqual(texts('a {{-3}} b'), ['a ', ' b'], 'a minus sign is no trim marker');
    assert.deepEqual(texts('a {{- /* b }} */ -}} c'), ['a', 'c']);
    assert.deepEqual(texts('{{ "}}" }}{{ `{{` }}x'), ['x'], 'delimiters in strings are none');
  });
  it('returns consecutive pieces of any text', () => {
    const part = fc.constantFrom(
      '{{',
      '}}',
      '-',
      ' ',
      '\n',
      '"',
      '`',
      '/*',
      '*/',
      '(',
      ')',
      '.a',
      '$x',
      ':=',
      '|',
      'if',
      'end',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        let at = 0;
        for (const { start, end } of lexTemplate(text).pieces) {
          assert.ok(at <= start && start < end && end <= text.length);
          at = end;
        }
      }),
    );
  });
});

describe('parseTemplate', () => {
  it('accepts what Go accepts', () => {
    const good = [
      '{{ if and .a (eq .b "c") }}x{{ else if not .d }}y{{ else }}z{{ end }}',
      '{{ range $i, $e := .list }}{{ $e.name }}{{ break }}{{ else }}none{{ end }}',
      '{{ with $x := .a }}{{ . }}{{ else with .b }}{{ . }}{{ end }}',
      '{{- define "a.b" -}}{{ template "c" (dict "k" $) }}{{- end -}}{{ block "d" . }}{{ end }}',
      '{{ .a.b.c | default `x` | printf "%s-%d" 1 -2.5e3 0x1F \'a\' }}{{ (.a).b }}{{ $.c }}{{ nil | quote }}',
      '{{ $a := 1 }}{{ $a = 2 }}{{ .a\n  | b\n}}{{ .a | }}{{ (.a | ) }}',
    ];
    for (const template of good) assert.equal(problemOf(template), undefined, template);
  });
  it('reports what Go refuses, and where', () => {
    assert.equal(problemOf('a {{ if .b }}'), '{{if}} has no {{end}} at {{ if .b }}');
    assert.equal(problemOf('a {{ end }}'), 'unexpected {{end}} at {{ end }}');
    assert.equal(problemOf('{{ if }}{{ end }}'), 'missing value for if at {{ if }}');
    assert.equal(problemOf('{{ .a '), 'unclosed action at {{');
    assert.equal(problemOf('a: {{ .a\nb: c\nd: {{ .e }}'), 'unclosed action at {{');
    assert.equal(problemOf('a: {{ .a\n  : b }}'), 'expected := at :');
    assert.equal(problemOf('{{ "a }}'), 'unterminated quoted string at "');
    assert.equal(problemOf('{{ (.a }}'), 'unclosed left paren at {{ (.a }}');
    assert.equal(problemOf('{{ .a ) }}'), 'unexpected right paren at )');
    assert.equal(problemOf('{{ }}'), 'missing value for command at {{ }}');
    assert.equal(problemOf('{{ if .a }}{{ else }}{{ else }}{{ end }}'), 'expected end; found {{else}} at {{ else }}');
    assert.equal(problemOf('{{ define a }}{{ end }}'), 'define needs a name in quotes at {{ define a }}');
  });
  it('ends on nesting that would overflow the stack', () => {
    assert.match(problemOf('{{ if .a }}'.repeat(100_000)) ?? '', /nested too deep/);
    assert.match(problemOf(`{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`) ?? '', /nested too deep/);
  });
});
