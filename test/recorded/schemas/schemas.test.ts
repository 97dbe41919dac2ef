import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import type { Answer } from '../../conformance/answers.ts';
import { type Comparison, compare } from '../../conformance/judge.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
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

interface RecordedAnswer extends Pick<Answer, 'verdict' | 'unknown' | 'warnings'> {
  readonly causes?: readonly string[];
}

describe('custom resources, every keyword of their schemas', () => {
  it('are judged as the servers judged them, in all but the fields that they do not name', () => {
    const comparisons = compareAll();
    assert.ok(comparisons.length > 10_000);
    // The server names no field where combined schemas fail; here they have the value's. What was lost is not recorded.
    const untold = new Set(['extra-fields', 'dropped-true']);
    const wrong = comparisons.filter(({ metric, agrees }) => !untold.has(metric) && !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
    const made = comparisons.filter(
      ({ metric, detail }) => metric === 'extra-fields' && !/\((any|one)Of\)/.test(detail),
    );
    assert.deepEqual(made.slice(0, 10), []);
  });
});

function compareAll(): readonly Comparison[] {
  const [head = '', ...rows] = gunzipSync(readFileSync(new URL('./answers.jsonl.gz', import.meta.url)))
    .toString('utf8')
    .split('\n');
  const surfaces = surfacesOf(parse<Head>(head));
  return rows.flatMap((line) => {
    const { text, kind, answers } = parse<Row>(line);
    return answers.flatMap(([answer, settings]) =>
      settings.flatMap((setting) => {
        const surface = surfaces.get(setting);
        assert.ok(surface !== undefined, setting);
        const { documentFindings, resources } = analyze(text, 'probe.json', [surface]);
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
  const definitions = readFileSync(new URL('./definitions.yaml', import.meta.url), 'utf8');
  return new Map(
    Object.entries(settings).map(([name, { binary, flags }]) => {
      const resolution = resolveFlags(binary, flags);
      if (!resolution.ok) throw new Error(`${name} is refused`);
      return [name, withDefinitionsOf(resolution.surface, definitions)];
    }),
  );
}

function parse<T>(text: string): T {
  return JSON.parse(text);
}
