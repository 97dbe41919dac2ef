import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import type { Answer } from '../../conformance/answers.ts';
import { type Comparison, compare } from '../../conformance/judge.ts';
import { resolveFlags } from '../../harness/recorded.ts';

interface Head {
  readonly settings: Readonly<Record<string, { readonly binary: string; readonly flags: readonly string[] }>>;
}

/** A document, and each distinct answer with the settings that gave it. */
interface Row {
  readonly text: string;
  readonly kind: string;
  readonly answers: readonly (readonly [RecordedAnswer, readonly string[]])[];
}

interface RecordedAnswer extends Pick<Answer, 'verdict' | 'unknown' | 'duplicate' | 'warnings' | 'lost'> {
  readonly causes?: readonly string[];
}

/** What must agree in every document; the fields that validation refuses may be missed, never made up. */
const exact = new Set([
  'looked-at',
  'availability',
  'undecodable',
  'unknown-fields',
  'duplicate-fields',
  'warnings',
  'dropped-true',
  'no-false-alarm',
]);

describe('documents that the rules were not made for', () => {
  let comparisons: readonly Comparison[] = [];

  before(() => {
    comparisons = compareAll();
  });

  it('are judged as the servers judged them, without a false alarm', () => {
    assert.ok(comparisons.length > 10_000);
    const wrong = comparisons.filter(({ metric, agrees }) => exact.has(metric) && !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
  });

  it('are refused where the servers refuse them, in 99 of 100', () => {
    const refused = comparisons.filter(({ metric }) => metric === 'invalid-found');
    assert.ok(refused.length > 1000);
    const missed = refused.filter(({ agrees }) => !agrees);
    assert.ok(missed.length <= refused.length / 100, `${missed.length} of ${refused.length} missed`);
  });
});

function compareAll(): readonly Comparison[] {
  const [head = '', ...rows] = gunzipSync(readFileSync(new URL('./answers.jsonl.gz', import.meta.url)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean);
  const surfaces = surfacesOf(parse<Head>(head));
  return rows.flatMap((line) => {
    const { text, kind, answers } = parse<Row>(line);
    return answers.flatMap(([answer, settings]) =>
      settings.flatMap((setting) => {
        const surface = surfaces.get(setting);
        assert.ok(surface !== undefined, setting);
        const { documentFindings, resources } = analyze(text, 'unseen.yaml', [surface]);
        const findings = [
          ...documentFindings.map(({ finding }) => finding),
          ...resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
        ];
        return compare(asAnswer(answer), kind, findings, resources.length > 0).map((each) => ({
          ...each,
          detail: each.agrees ? '' : `${setting}: ${each.detail}\n${text}`,
        }));
      }),
    );
  });
}

function asAnswer({ causes, ...answer }: RecordedAnswer): Answer {
  const refused = causes?.map((field) => ['', field, ''] as const);
  return { id: '', sha: '', ...answer, ...(refused === undefined ? {} : { causes: refused }) };
}

function surfacesOf({ settings }: Head): ReadonlyMap<string, ApiSurface> {
  return new Map(
    Object.entries(settings).map(([name, { binary, flags }]) => {
      const resolution = resolveFlags(binary, flags);
      if (!resolution.ok) throw new Error(`${name} is refused`);
      return [name, resolution.surface];
    }),
  );
}

function parse<T>(text: string): T {
  return JSON.parse(text);
}
