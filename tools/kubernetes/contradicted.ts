import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { contradictions } from '../../server/data/generator/contradictions/contradictions.ts';
import { fieldOf, isObject, type JsonObject, object } from '../../server/data/generator/json.ts';
import { generatedConversions } from '../../test/harness/generatedConversions.ts';
import { askServer, type GatherOptions, type ReleaseFacts } from './gather.ts';
import { StepFailed } from './go.ts';
import { dataFolder } from './tables.ts';

/**
 * Throws `StepFailed` with all contradictions between authored facts and a release: flags, plugins,
 * expressions, their costs, and conversions.
 */
export function assertNothingContradicts(derived: GatherOptions & { readonly found: ReleaseFacts }): void {
  const { release, tables, found } = derived;
  const known = new Map(tables.gates.map((row) => [String(row['gate']), row]));
  const gates = [...found.gates].map(([gate, { specs }]): JsonObject => ({ ...known.get(gate), gate, specs }));
  const all = [
    ...contradictions(release.minor, found.builtIn, gates, {
      binaries: authored('binaries.json'),
      targetSources: authored('target-sources.json'),
      admission: authored('admission.json'),
      celVariables: authored('cel-variables.json'),
    }),
    ...conversionContradictions(derived),
  ];
  if (all.length > 0)
    throw new StepFailed(
      `${release.version} contradicts what was authored:\n${all.map((one) => `  ${one}`).join('\n')}`,
    );
}

function authored(file: string): JsonObject {
  return object(JSON.parse(readFileSync(join(dataFolder, 'authored', file), 'utf8')));
}

/** How many objects are converted between each pair of versions. */
const objectsOfPair = 3;

/** The conversions of objects, most of them invalid, that earlier releases already found to differ: pair and seed. */
function knownToDiffer(): ReadonlySet<string> {
  const recorded = gunzipSync(
    readFileSync(new URL('../../test/recorded/conversions/answers.json.gz', import.meta.url)),
  );
  return new Set(
    recorded
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
      .filter((row) => fieldOf(row, 'verdict') === 'differs')
      .map((row) => `${String(fieldOf(row, 'pair'))} ${String(fieldOf(row, 'seed'))}`),
  );
}

/** The pairs of versions of `authored/conversions.json` between which an object means something else to the release once it was converted. */
function conversionContradictions(derived: GatherOptions): string[] {
  const asked = [...generatedConversions(objectsOfPair)];
  const known = knownToDiffer();
  const pairs = asked.map(({ old, converted }, at) => `${JSON.stringify({ id: String(at), old, new: converted })}\n`);
  const rows = askServer(derived, 'same', pairs.join(''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  return rows.flatMap((row) => {
    const one = asked[Number(fieldOf(row, 'id'))];
    // A version that the release has no types for has an error; what our conversion itself says is lost may differ.
    if (one === undefined || one.remarked || fieldOf(row, 'same') !== false) return [];
    if (known.has(`${one.pair} ${one.seed}`)) return [];
    const diff = fieldOf(row, 'diff');
    const first = Array.isArray(diff) || isObject(diff) ? JSON.stringify(diff) : '';
    return [
      `server/data/authored/conversions.json ${one.pair}: ${first.slice(0, 200)} (object ${one.seed}, go/server same)`,
    ];
  });
}
