import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { contradictions } from '../../server/data/generator/contradictions/contradictions.ts';
import { fieldOf, isObject, type JsonObject, object, text } from '../../server/data/generator/json.ts';
import { factMinor } from '../../server/src/targets/version.ts';
import { generatedConversions } from '../../test/harness/generatedConversions.ts';
import { functionsOf } from './decisions.ts';
import { goTypes } from './derive/goTypes.ts';
import { absentCitations } from './derive/restrictions.ts';
import { readShapes } from './derive/shapes.ts';
import { writtenForms } from './derive/writtenForms.ts';
import { askSame, type GatherOptions, type ReleaseFacts, shapesOf } from './gather.ts';
import { StepFailed } from './go.ts';
import { newestMinor } from './merge/tables.ts';
import { dataFolder } from './tables.ts';

/**
 * Throws `StepFailed` with all contradictions between the authored facts and a release: flags, plugins, expressions,
 * their costs, conversions, functions that rules follow, and how fields are written.
 */
export function assertNoContradictions(derived: GatherOptions & { readonly found: ReleaseFacts }): void {
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
    ...citationContradictions(derived),
    ...formContradictions(derived),
  ];
  if (all.length > 0)
    throw new StepFailed(
      `${release.version} contradicts what was authored:\n${all.map((problem) => `  ${problem}`).join('\n')}`,
    );
}

/** The authored tables that a release's Go types give, by file. */
const ofGoTypes = { 'written-forms.json': writtenForms, 'go-types.json': goTypes };

/** Where an authored table does not say what the Go types of the newest release say. */
function formContradictions(derived: GatherOptions): string[] {
  const { release, tables } = derived;
  return Object.entries(ofGoTypes).flatMap(([file, derive]) => {
    const known = authored(file);
    // It is of the newest release; older ones may be added again.
    if (release.minor < Math.max(newestMinor(tables), factMinor(text(known['reviewed'])))) return [];
    return Object.entries(derive(readShapes(JSON.parse(shapesOf(derived))))).flatMap(([part, types]) => {
      const [now, before] = [object(types), object(known[part])];
      return [...new Set([...Object.keys(now), ...Object.keys(before)])]
        .filter((type) => JSON.stringify(now[type]) !== JSON.stringify(before[type]))
        .map((type) => `server/data/authored/${file} ${part}: ${type} is ${JSON.stringify(now[type] ?? {})}`);
    });
  });
}

function authored(file: string): JsonObject {
  return object(JSON.parse(readFileSync(join(dataFolder, 'authored', file), 'utf8')));
}

/** The authored tables whose rules name the function of Kubernetes that they follow. */
const followers = ['immutable-fields.json', 'ratcheting.json'];

/** The rules that follow a function which the release does not have any more, if it is not older than their review. */
function citationContradictions({ release, modules, steps, folder }: GatherOptions): string[] {
  const reviewed = (table: JsonObject) => factMinor(text(table['reviewed']));
  const tables = followers.map((file) => [file, authored(file)] as const);
  const followed = tables.filter(([, table]) => release.minor >= reviewed(table));
  if (followed.length === 0) return [];
  const functions = functionsOf(modules, steps, folder);
  return followed.flatMap(([file, table]) => absentCitations(file, table, functions, release.minor));
}

/** The number of objects to convert between each pair of versions. */
const objectsOfPair = 3;

/** The conversions that already differed in recorded releases, mostly of invalid objects: pair and seed. */
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

/**
 * The version pairs of `authored/conversions.json` for which an object has another meaning in the release after our
 * conversion.
 */
function conversionContradictions(derived: GatherOptions): string[] {
  const asked = [...generatedConversions(objectsOfPair)];
  const known = knownToDiffer();
  const pairs = asked.map(({ old, converted }, at) => `${JSON.stringify({ id: String(at), old, new: converted })}\n`);
  const rows = askSame(derived, pairs.join(''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  return rows.flatMap((row) => {
    const conversion = asked[Number(fieldOf(row, 'id'))];
    // A version without types in the release gives an error; conversions that report a loss may differ.
    if (conversion === undefined || conversion.remarked || fieldOf(row, 'same') !== false) return [];
    if (known.has(`${conversion.pair} ${conversion.seed}`)) return [];
    const diff = fieldOf(row, 'diff');
    const first = Array.isArray(diff) || isObject(diff) ? JSON.stringify(diff) : '';
    return [
      `server/data/authored/conversions.json ${conversion.pair}: ${first.slice(0, 200)} (object ${conversion.seed}, go/same)`,
    ];
  });
}
