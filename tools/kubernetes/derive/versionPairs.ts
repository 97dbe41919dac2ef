import { fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import { parseGroupVersion } from '../../../server/src/targets/groupVersion.ts';
import type { Decision } from './decisions.ts';
import { type LeafForm, type Types, wholeObject } from './objects.ts';

/** Two versions of a kind that no release before had beside each other: `PodGroup`, `a/v1`, `a/v2`. */
export interface VersionPair {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** An object of the older version, and the same with nothing but the apiVersion of the newer one: `id` names the pair. */
export interface AskedPair {
  readonly id: string;
  readonly old: string;
  readonly new: string;
}

/** The pairs that a release adds to `conversions-diff.jsonl`. */
export function addedPairs(before: readonly JsonObject[], after: readonly JsonObject[]): VersionPair[] {
  const known = new Set(before.map((row) => nameOf(pairIn(row))));
  return after.map(pairIn).filter((pair) => !known.has(nameOf(pair)));
}

function pairIn(row: JsonObject): VersionPair {
  return { kind: text(row['kind']), from: text(row['from']), to: text(row['to']) };
}

function nameOf({ kind, from, to }: VersionPair): string {
  return `${kind} from ${from} to ${to}`;
}

/**
 * Objects of each pair for the program `same`: with every field set, with every struct alone, and empty, as defaults may differ.
 * None for a version whose types the release does not have.
 */
export function askedPairs(pairs: readonly VersionPair[], kinds: readonly JsonObject[], types: Types): AskedPair[] {
  const definitions = new Map(
    kinds.flatMap((row) => {
      const def = row['def'];
      return typeof def === 'string' && types[def] !== undefined ? [[gvk(row), def] as const] : [];
    }),
  );
  return pairs.flatMap((pair) => {
    const definition = definitions.get(`${pair.from}/${pair.kind}`);
    return definition === undefined ? [] : objectsOf(types, definition, pair).map((old) => asked(pair, old));
  });
}

function objectsOf(types: Types, definition: string, { kind, from }: VersionPair): JsonObject[] {
  const whole = (leaves: LeafForm, choice: number) =>
    wholeObject(types, definition, from, leaves, (values) => values.at(choice) ?? '');
  const empty = { apiVersion: from, kind, metadata: { name: 'a' } };
  return [whole('written', 0), whole('written', -1), whole('absent', 0), empty];
}

function asked(pair: VersionPair, old: JsonObject): AskedPair {
  return { id: nameOf(pair), old: JSON.stringify(old), new: JSON.stringify({ ...old, apiVersion: pair.to }) };
}

function gvk(row: JsonObject): string {
  const [group, version] = [text(row['group']), text(row['version'])];
  return `${group === '' ? version : `${group}/${version}`}/${text(row['kind'])}`;
}

/**
 * The pairs that need authored steps: those whose objects mean something else to the release in the newer version, that it
 * could not be asked about, and those of a kind with an authored family, which has to name every version.
 */
export function newVersionPairs(
  pairs: readonly VersionPair[],
  answers: readonly unknown[],
  conversions: JsonObject,
): Decision[] {
  const authored = authoredKinds(conversions);
  return pairs.flatMap((pair): Decision[] => {
    const name = nameOf(pair);
    const ofKind = answers.filter((answer) => fieldOf(answer, 'id') === name);
    const isSame = ofKind.length > 0 && ofKind.every((answer) => fieldOf(answer, 'same') === true);
    const [from, to] = [pair.from, pair.to].map((version) => parseGroupVersion(version)?.group);
    if (isSame && from === to && !authored.has(`${from} ${pair.kind}`)) return [];
    const differences = ofKind.flatMap((answer) => texts(fieldOf(answer, 'diff') ?? []));
    return [
      {
        kind: 'pairs of versions to convert between',
        what: name,
        ours: ['server/data/authored/conversions.json'],
        ...(differences.length === 0 ? {} : { differences: [...new Set(differences)].slice(0, shownDifferences) }),
      },
    ];
  });
}

const shownDifferences = 20;

/** The kinds with a family, by group: `apps Deployment`. */
function authoredKinds(conversions: JsonObject): ReadonlySet<string> {
  const families = Array.isArray(conversions['families']) ? conversions['families'] : [];
  return new Set(
    families.flatMap((family) =>
      Object.keys(object(fieldOf(family, 'versions'))).flatMap((version) =>
        texts(fieldOf(family, 'kinds')).map((kind) => `${parseGroupVersion(version)?.group ?? ''} ${kind}`),
      ),
    ),
  );
}
