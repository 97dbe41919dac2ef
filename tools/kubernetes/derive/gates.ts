import {
  arrayOf,
  fieldOf,
  flag,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../../server/data/generator/json.ts';

/** The list of gates in `k8s.io/kubernetes`. */
export const gateList = 'test/compatibility_lifecycle/reference/versioned_feature_list.yaml';

/** The sources of a release's gates. */
export interface GateSources {
  /** {@link gateList}, parsed. */
  readonly list: unknown;
  /** The registered gates of kube-apiserver by name, from `server gates`. */
  readonly registered: unknown;
  /** The source that declares gates, by component: `apiserver`, `client-go`, `component-base/logs`, `kubernetes`. */
  readonly sources: ReadonlyMap<string, string>;
  /** The minor of the release: `1.34`. */
  readonly minor: string;
  /** The rows of `facts/features.jsonl` without the release and later ones. */
  readonly before: readonly JsonObject[];
}

/** A gate of one release, in the notation of `facts/features.jsonl`. */
export interface GateFact {
  readonly components: readonly string[];
  readonly specs: readonly JsonObject[];
  readonly dependsOn: readonly string[];
  /** Whether kube-apiserver registers it: gates of other components are only in the list. */
  readonly registered: boolean;
}

/** Gates for all others of a stage: they are in `authored/gates.json`. */
const stages = new Set(['AllAlpha', 'AllBeta']);

/** Every gate of a release by name. Throws where the list and the registered gates contradict each other. */
export function gateFacts({ list, registered, sources, minor, before }: GateSources): ReadonlyMap<string, GateFact> {
  const components = componentsOf(sources);
  const earlier = new Map(before.map((row) => [text(row['gate']), arrayOf(row['specs']).map(object)]));
  const gates = new Map<string, GateFact>();
  for (const [name, gate] of Object.entries(object(registered))) {
    if (stages.has(name)) continue;
    gates.set(name, {
      components: components.get(name) ?? [],
      specs: versioned(arrayOf(fieldOf(gate, 'specs')).map(spec), earlier.get(name) ?? [], minor),
      dependsOn: texts(fieldOf(gate, 'dependsOn')),
      registered: true,
    });
  }
  for (const entry of arrayOf(list)) {
    const name = text(fieldOf(entry, 'name'));
    const specs = arrayOf(fieldOf(entry, 'versionedSpecs')).map(spec);
    const known = gates.get(name);
    if (known !== undefined && !agree(specs, known.specs)) {
      throw new RangeError(
        `${name}: ${gateList} has ${JSON.stringify(specs)}, kube-apiserver registers ${JSON.stringify(known.specs)}`,
      );
    }
    if (known === undefined)
      gates.set(name, { components: components.get(name) ?? [], specs, dependsOn: [], registered: false });
  }
  const homeless = [...gates].filter(([, gate]) => gate.components.length === 0).map(([name]) => name);
  if (homeless.length > 0) throw new RangeError(`no source declares the gates ${homeless.join(', ')}`);
  return gates;
}

/**
 * The specs of a gate by minor. Until 1.34, client-go registers gates without versions, that is for 0.0: what such a gate
 * is in the release, it has been since its last change in the facts (`k8s.io/component-base/featuregate` `Add`).
 */
function versioned(specs: readonly JsonObject[], earlier: readonly JsonObject[], minor: string): readonly JsonObject[] {
  const [first] = specs;
  if (specs.length !== 1 || first?.['version'] !== unversioned) return specs;
  const last = earlier.at(-1);
  return last !== undefined && stateOf(last) === stateOf(first) ? earlier : [...earlier, { ...first, version: minor }];
}

const unversioned = '0.0';

/** What a spec says apart from its version, for comparison. */
export function stateOf(spec: unknown): string {
  return JSON.stringify(['default', 'preRelease', 'lockToDefault'].map((name) => fieldOf(spec, name)));
}

/** Whether the list agrees with the code; lists of some releases omit the min compatibility version. */
function agree(listed: readonly JsonObject[], registered: readonly JsonObject[]): boolean {
  const same = listed.map((spec, index) => ({ ...registered[index], ...spec }));
  return listed.length === registered.length && JSON.stringify(same) === JSON.stringify(registered);
}

function spec(value: unknown): JsonObject {
  const minCompatibility = optionalText(fieldOf(value, 'minCompatibilityVersion'));
  return {
    version: text(fieldOf(value, 'version')),
    default: flag(fieldOf(value, 'default')),
    preRelease: text(fieldOf(value, 'preRelease')),
    lockToDefault: flag(fieldOf(value, 'lockToDefault')),
    ...(minCompatibility === undefined ? {} : { minCompatibilityVersion: minCompatibility }),
  };
}

/** `A Feature = "A"`, `A = featuregate.Feature("A")` and `A = "A"`: the tables show which of them are gates. */
const constants = /^\s*(\w+)(?:\s+(?:featuregate\.)?Feature)?\s*=\s*(?:featuregate\.Feature\()?"(\w+)"/gm;

/** The components with a table entry for a gate; a constant may have another name than its gate. */
function componentsOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const names = new Map<string, string>();
  for (const source of sources.values()) {
    for (const [, constant = '', name = ''] of source.matchAll(constants)) {
      names.set(constant, name);
    }
  }
  const found = new Map<string, string[]>();
  for (const [component, source] of sources) {
    for (const [, constant = ''] of source.matchAll(/^\t+(?:\w+\.)?(\w+):\s*\{/gm)) {
      const name = names.get(constant);
      if (name !== undefined) found.set(name, [...new Set([...(found.get(name) ?? []), component])].sort());
    }
  }
  return found;
}
