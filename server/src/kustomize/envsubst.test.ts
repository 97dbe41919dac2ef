import assert from 'node:assert/strict';
import { substituteVariables } from './envsubst.ts';
import { filledScalarValue } from './filledResource.ts';

const set = (values: Readonly<Record<string, string>>) => (name: string) => values[name] ?? '';

/** The results of github.com/fluxcd/pkg/envsubst 1.5.0 for texts; undefined for errors. */
const answers: readonly (readonly [
  text: string,
  values: Readonly<Record<string, string>>,
  filled: string | undefined,
])[] = [
  ['a\u0024{X}b$$Y\u0024{Z:=d}\u0024{X^^}$\u0024{Q}\u0024{#X}', { X: 'foo' }, 'afoob$YdFOO\u0024{Q}3'],
  [
    '\u0024{X:1:1} \u0024{X:1} \u0024{X/o/u} \u0024{X//o/u} \u0024{Z:-a\u0024{X}c} $X',
    { X: 'foo' },
    'o oo fuo fuu afooc $X',
  ],
  ['\u0024{Z:?err} \u0024{X:+n}', { X: 'foo' }, 'err foo'],
  ['\u0024{X-d}', { X: 'foo' }, undefined],
  ['\u0024{X/#f/g} \u0024{X/%o/p} \u0024{Z=4} \u0024{X,} a$', { X: 'Foo' }, 'Foo Fop 4 foo a$'],
  ['x\u0024{A:-b c}y\u0024{A:=}z', {}, 'xb cyz'],
  ['\u0024{V:0:3}\u0024{V:7}\u0024{V:9:2}', { V: 'abcdef' }, 'abc'],
  ['\u0024{V/%.com/.org} \u0024{V/#a/b}', { V: 'a.com' }, 'a.org b.com'],
  ['\u0024{#V} \u0024{#W}', { V: 'äb' }, '3 0'],
  ['\u0024{A:-\u0024{B:-c}-d}', {}, 'c-d'],
  ['\u0024{A/b/}', { A: 'abc' }, 'ac'],
  ['\u0024{A/%c/}\u0024{A/#a/}\u0024{A//b/}', { A: 'abc' }, 'abcabcac'],
  ['\u0024{V^} \u0024{V,,}', { V: 'aB' }, 'AB ab'],
  ['\u0024{}', {}, undefined],
  ['\u0024{a.b}', {}, undefined],
  ['cost $5 and $$ and \u0024{A}', { A: '1' }, 'cost $5 and $ and 1'],
  ['\u0024{A:-1}}', {}, '1}'],
  ['\u0024{A:-a$b}', {}, 'a$b'],
  ['\u0024{A:-a$$b}', {}, 'a$$b'],
  ['\u0024{A/b//c}\u0024{A//b//}', { A: 'abcb' }, 'accbac'],
  ['\u0024{A%.com} \u0024{A#a.} \u0024{A##x} \u0024{A%%.com}', { A: 'a.b.com' }, 'a.b b.com a.b.com a.b'],
  ['\u0024{A%.*}', { A: 'a.b' }, undefined],
];

/** The results for values in YAML, with sigs.k8s.io/yaml 1.4.0 before and after. */
const values: readonly (readonly [value: string, n: string, filled: string | number | boolean | null])[] = [
  ['\u0024{N}', '3', 3],
  ['\u0024{N}', 'yes', true],
  ['\u0024{N}', '', null],
  ['*.\u0024{N}', '3', '*.3'],
  ['\u0024{N}: x', '3', '3: x'],
  ['a\n\u0024{N}\n', '3', 'a\n3\n'],
  ['1\u0024{N}', 'e3', 1000],
  ['\u0024{N:=5}', '', 5],
  ['-\u0024{N}', '4', -4],
  ['\u0024{N} ', '4', '4 '],
  ['/\u0024{N}', '', '/'],
  ['\u0024{N}', '010', 8],
  ['=\u0024{N}', '5', '=5'],
  ['~\u0024{N}', '', null],
  ['\u0024{N}:', '5', '5:'],
  ['\u0024{\u00e9}', '5', null],
  ['\u00e9\u0024{N}', '5', '\u00e95'],
  ['a\n\u0024{N}', '', 'a\n\u0024{N}'],
];

describe('variables that Flux substitutes', () => {
  for (const [text, given, filled] of answers) {
    it(`turn ${JSON.stringify(text)} into ${JSON.stringify(filled)}`, () => {
      assert.equal(substituteVariables(text, set(given)), filled);
    });
  }
  for (const [value, N, filled] of values) {
    it(`turn the value ${JSON.stringify(value)} into ${JSON.stringify(filled)}`, () => {
      assert.equal(filledScalarValue(value, set({ N })), filled);
    });
  }
  it('are not replaced if they are unknown or would change the YAML', () => {
    assert.equal(
      substituteVariables('\u0024{A}\u0024{B}', (name) => (name === 'A' ? 'a' : undefined)),
      undefined,
    );
    assert.equal(filledScalarValue('\u0024{N}', set({ N: 'a: b' })), '\u0024{N}');
  });
});
