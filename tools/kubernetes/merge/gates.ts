import { arrayOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import { factMinor } from '../../../server/src/targets/version.ts';
import { type GateFact, stateOf } from '../derive/gates.ts';
import { previousMinor, spansBefore, withMinor, withoutMinor } from './spans.ts';

/** The rows of `features.jsonl` with the gates of a minor that is newer than all of them, or already included. */
export function mergeGates(
  rows: readonly JsonObject[],
  minor: string,
  gates: ReadonlyMap<string, GateFact>,
): JsonObject[] {
  const older = gatesBefore(rows, minor);
  const names = new Set(older.map((row) => text(row['gate'])));
  const added = [...gates]
    .filter(([name]) => !names.has(name))
    .map(([name, gate]) => row({ gate: name }, [`${minor}-`], minor, gate));
  const kept = older.map((gateRow) => {
    const gate = gates.get(text(gateRow['gate']));
    const declared = texts(gateRow['declared']);
    if (gate !== undefined) return row(gateRow, withMinor(declared, minor), minor, gate);
    const ended = withoutMinor(declared, minor);
    return ended === declared ? gateRow : { ...gateRow, declared: ended, removedIn: minor };
  });
  return [...kept, ...added].sort((a, b) => (text(a['gate']) < text(b['gate']) ? -1 : 1));
}

/**
 * The rows without a minor: its gates are removed and those that it removed are restored. Its statements about earlier
 * minors stay, because the earlier lists are not kept.
 */
export function gatesBefore(rows: readonly JsonObject[], minor: string): JsonObject[] {
  return rows.flatMap((gateRow) => {
    const declared = spansBefore(texts(gateRow['declared']), minor);
    if (declared.length === 0) return [];
    const { removedIn, observed, ...rest } = gateRow;
    const gone = removedIn === undefined || removedIn === minor ? {} : { removedIn };
    const seen = specsBefore(observed, minor);
    const observation = seen.length === 0 ? {} : { observed: seen };
    const from = text(gateRow['specsFrom']);
    const specsFrom = from.split(' ')[0] === minor ? from.replace(minor, previousMinor(minor)) : from;
    return [{ ...rest, declared, specs: specsBefore(gateRow['specs'], minor), specsFrom, ...observation, ...gone }];
  });
}

function specsBefore(list: unknown, minor: string): JsonObject[] {
  const specs = arrayOf(list).map(object);
  return specs.filter((spec) => factMinor(text(spec['version'])) < factMinor(minor));
}

function row(old: JsonObject, declared: readonly string[], minor: string, gate: GateFact): JsonObject {
  const observed = observations(old, minor, gate);
  return {
    gate: text(old['gate']),
    // Components of any release stay: only client-go alone makes a difference.
    components: [...new Set([...texts(old['components']), ...gate.components])].sort(),
    declared,
    specs: gate.specs,
    specsFrom: gate.registered ? `${minor} (registered)` : minor,
    ...(observed.length === 0 ? {} : { observed }),
    ...(gate.dependsOn.length === 0 ? {} : { dependsOn: gate.dependsOn }),
  };
}

/** Each minor's own list, if the newest list changed the history; the newest state is added. */
function observations(old: JsonObject, minor: string, gate: GateFact): readonly JsonObject[] {
  const past = gate.specs.filter((spec) => factMinor(text(spec['version'])) < factMinor(minor));
  const known = arrayOf(old['specs']).map(object);
  const kept = known.filter((spec) => factMinor(text(spec['version'])) < factMinor(minor));
  const rewritten = known.length > 0 && JSON.stringify(past) !== JSON.stringify(kept);
  const observed = arrayOf(old['observed']).map(object);
  const stages = observed.length > 0 ? observed : rewritten ? kept : [];
  if (stages.length === 0) return [];
  const now = gate.specs.findLast((spec) => factMinor(text(spec['version'])) <= factMinor(minor));
  const last = stages.at(-1);
  return now === undefined || stateOf(now) === stateOf(last) ? stages : [...stages, { ...now, version: minor }];
}
