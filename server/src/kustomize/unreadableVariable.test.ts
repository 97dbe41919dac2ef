import assert from 'node:assert/strict';
import { substituteVariables, type UnreadableVariable, unreadableVariable } from './envsubst.ts';

/** The errors of github.com/fluxcd/pkg/envsubst 1.5.0 for texts; undefined for none. */
const errors: readonly (readonly [text: string, error: UnreadableVariable['error'] | undefined])[] = [
  ['a\u0024{X}b$$Y\u0024{Z:=d}\u0024{X^^}$\u0024{Q}\u0024{#X} $X $', undefined],
  ['\u0024{X:0:3} \u0024{X:1} \u0024{X/o/u} \u0024{X//o/u} \u0024{X/#a/b} \u0024{X%.com} \u0024{X##a}', undefined],
  ['\u0024{Z:-a\u0024{X}c} \u0024{Z:?err} \u0024{X:+n} \u0024{X=4} \u0024{Z:-a$b}', undefined],
  ['$\u0024{list[@]}', undefined],
  ['$$\u0024{list[@]}', 'missing closing brace'],
  ['\u0024{list[@]}', 'missing closing brace'],
  ['\u0024{X-d}', 'missing closing brace'],
  ['\u0024{a.b}', 'missing closing brace'],
  ['\u0024{A\n}', 'missing closing brace'],
  ['\u0024{A:-\u0024{b.c}}', 'missing closing brace'],
  ['\u0024{}', 'unable to parse variable name'],
  ['\u0024{!X}', 'unable to parse variable name'],
  ['\u0024{{ a }}', 'unable to parse variable name'],
  ['\u0024{ X }', 'unable to parse variable name'],
  ['\u0024{#list[@]}', 'bad substitution'],
  ['\u0024{#}', 'bad substitution'],
  ['\u0024{X,,y}', 'bad substitution'],
  ['\u0024{X^^^}', 'bad substitution'],
];

/** Texts about which the value alone does not decide. */
const unclear = [
  '\u0024{A##}',
  '\u0024{A/#/b}',
  '\u0024{A',
  '\u0024{A:-b',
  '\u0024{A#',
  '\u0024{A/b}',
  '\u0024{\u00e9.b}',
  '\u0024{A:b}',
];

describe('expressions that Flux cannot read', () => {
  for (const [text, error] of errors) {
    it(`${JSON.stringify(text)}: ${error ?? 'readable'}`, () => {
      const found = unreadableVariable(text);
      assert.equal(found === 'unclear' ? found : found?.error, error);
      // Whatever can be substituted can be read.
      if (error !== undefined)
        assert.equal(
          substituteVariables(text, () => 'x'),
          undefined,
        );
    });
  }
  for (const text of unclear) {
    it(`${JSON.stringify(text)}: unclear`, () => {
      assert.equal(unreadableVariable(text), 'unclear');
    });
  }
  it('have their place in the text', () => {
    assert.deepEqual(unreadableVariable('ab \u0024{list[@]} c'), { start: 3, end: 10, error: 'missing closing brace' });
  });
});
