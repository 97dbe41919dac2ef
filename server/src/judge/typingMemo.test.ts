import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Analysis } from './analysis.ts';
import { VerdictMemo } from './verdictMemo.ts';

const surfaces: readonly ApiSurface[] = [surfaceOf('1.37')];
const checks = join(import.meta.dirname, '../checks');

/** Manifests of some kinds with findings, from the fixtures of the checks. */
function manifests(count: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const check of readdirSync(checks).sort()) {
    for (const name of fixturesOf(check)) {
      const text = readFileSync(join(checks, check, 'fixtures', name), 'utf8').replace(/^\s*#.*\n/gm, '');
      const kind = /^kind: (\w+)$/m.exec(text)?.[1] ?? '';
      const isSingle = !text.includes('\n---') && !text.includes('{{') && text.length < 600;
      const isObject = /^apiVersion: .*\nkind: /.test(text) && kind !== 'Kustomization';
      if (!isObject || !isSingle || found.has(kind)) continue;
      const analysis = analyze(text, inputs('a.yaml', surfaces));
      // Files of other tools are read as a whole.
      if (analysis.resources.length > 0 && shown(analysis, text).length > 0) found.set(kind, text);
      if (found.size === count) return found;
    }
  }
  return found;
}

function fixturesOf(check: string): readonly string[] {
  try {
    return readdirSync(join(checks, check, 'fixtures'))
      .filter((name) => /^[^.]+\.yaml$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

interface Shown {
  readonly line: number;
  readonly words: string;
}

function shown({ documentFindings, resources }: Analysis, text: string): readonly Shown[] {
  const lines = new LineIndex(text);
  const all = [
    ...documentFindings.map(({ finding }) => finding),
    ...resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
  // Messages may quote the word that is being typed.
  return all.map(({ span, code, path }) => ({ line: lines.position(span.start).line, words: `${code} ${path}` }));
}

/** An editor with one document. */
class Typist {
  readonly #memo = new VerdictMemo();
  text = '';

  /** The findings outside of a line, with their lines counted from the end below it. */
  type(text: string, line: number): ReadonlySet<string> {
    this.text = text;
    const found = this.#memo.typing.complete(text, surfaces, analyze(text, inputs('a.yaml', surfaces), this.#memo));
    return new Set(shown(found, text).flatMap((each) => (each.line === line ? [] : `${each.line} ${each.words}`)));
  }
}

/**
 * Types a line and returns what came or went elsewhere: findings that are neither before nor after the line, and those
 * that are both, but not meanwhile.
 */
function flickers(typist: Typist, before: string, line: string, after: string): readonly string[] {
  const at = before === '' ? 0 : before.split('\n').length - 1;
  const states: { readonly typed: string; readonly found: ReadonlySet<string> }[] = [];
  for (let length = 0; length <= line.length; length++) {
    const typed = line.slice(0, length);
    states.push({ typed, found: typist.type(before + typed + after, at) });
  }
  const first = states[0]?.found ?? new Set<string>();
  const last = states.at(-1)?.found ?? new Set<string>();
  return states.flatMap(({ typed, found }) => [
    ...[...found].filter((each) => !first.has(each) && !last.has(each)).map((each) => `${typed}‸ + ${each}`),
    ...[...first].filter((each) => last.has(each) && !found.has(each)).map((each) => `${typed}‸ - ${each}`),
  ]);
}

/** What leaves a text unreadable until it is whole. */
const unfinished: readonly string[] = ['en', 'k: "a', 'k: [a', '- {a'];

/** A syntax error is reported in the line where it shows. */
function isNoSyntaxError(flicker: string): boolean {
  return !flicker.includes(' syntax-error ');
}

describe('TypingMemo', () => {
  const all = manifests(20);

  it('has manifests of 20 kinds', () => {
    assert.equal(all.size, 20, [...all.keys()].join(', '));
  });

  for (const [kind, text] of all) {
    it(`keeps other findings while a ${kind} is typed key by key`, () => {
      const typist = new Typist();
      const lines = text.trimEnd().split('\n');
      const found = lines.flatMap((line, index) => {
        const before = lines.slice(0, index).map((each) => `${each}\n`);
        return flickers(typist, before.join(''), line, '');
      });
      assert.deepEqual(found, []);
    });

    it(`keeps other findings while something is begun below each line of a ${kind}`, () => {
      const lines = text.trimEnd().split('\n');
      const found = lines.flatMap((line, index) => {
        const typist = new Typist();
        typist.type(text, index);
        const before = lines.slice(0, index).map((each) => `${each}\n`);
        const after = lines.slice(index + 1).map((each) => `\n${each}`);
        const indent = /^\s*/.exec(line)?.[0] ?? '';
        return unfinished.flatMap((each) =>
          flickers(typist, `${before.join('')}${line}\n${indent}`, each, after.join('')).filter(isNoSyntaxError),
        );
      });
      assert.deepEqual(found, []);
    });
  }
});
