import picomatch from 'picomatch';
import type { Node } from '../manifest/node.ts';
import { isNull } from '../manifest/node.ts';
import type { Config, ConfigProblem } from './config.ts';
import { decodeTargets, rootOf } from './decodeConfig.ts';
import type { Fleet, FleetRule } from './fleet.ts';
import { fleetKeys, fleetRuleKeys } from './keys.ts';
import { ConfigReader } from './reader.ts';

/** The valid parts of a fleet, and its problems. */
export interface DecodedFleet {
  readonly fleet: Fleet;
  /** In the order of the text. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the file of a fleet (`schemas/fleet.schema.json`) and finds all of its problems.
 *
 * @param codes the existing check codes, for severities of targets.
 */
export function decodeFleet(text: string, codes: ReadonlySet<string>): DecodedFleet {
  const reader = new ConfigReader(text);
  const root = rootOf(text, reader);
  const entries = root === undefined ? undefined : reader.object(root, 'the fleet', fleetKeys);
  const names = new Set<string>();
  const node = entries?.get('targets')?.value;
  const targets = decodeTargets(node === undefined || isNull(node) ? undefined : node, codes, reader, names);
  if (names.size === 0) {
    const span = node ?? root ?? { start: 0, end: 0 };
    reader.problem(span, 'the fleet has no clusters', 'name them: targets: { prod: { binaryVersion: "1.36" } }');
  }
  const workloads = entries?.get('workloads')?.value;
  const rules = workloads === undefined ? [{ match: '*', targets: [...names] }] : decodeRules(workloads, names, reader);
  const config: Config = {
    targets,
    defaultTargets: [...names],
    hasDefault: false,
    files: [],
    severity: new Map(),
    conversions: [],
    deprecations: [],
    helmValues: undefined,
  };
  const problems = reader.problems.sort((a, b) => a.span.start - b.span.start);
  return { fleet: { config, workloads: rules }, problems };
}

const example = 'workloads: [{ match: "apps/*", targets: ["prod-*"] }]';

function decodeRules(node: Node, names: ReadonlySet<string>, reader: ConfigReader): readonly FleetRule[] {
  return reader.list(node, 'workloads', example).flatMap((item) => {
    const entries = reader.object(item, 'an entry of workloads', fleetRuleKeys);
    if (item.kind !== 'map') return [];
    const matchNode = entries.get('match')?.value;
    if (matchNode === undefined) reader.problem(item, 'an entry of workloads has no match', 'write match: "apps/*"');
    const match = matchNode === undefined ? undefined : reader.string(matchNode, 'match', 'match: "apps/*"');
    const targetsNode = entries.get('targets')?.value;
    const targets = targetsNode === undefined ? [...names] : decodePatterns(targetsNode, names, reader);
    return match === undefined ? [] : [{ match, targets }];
  });
}

/** The names that match any of the patterns, in the order of the targets. */
function decodePatterns(node: Node, names: ReadonlySet<string>, reader: ConfigReader): readonly string[] {
  const matched = new Set<string>();
  for (const item of reader.list(node, 'targets', 'targets: ["prod-*"]')) {
    const pattern = reader.string(item, 'each name in targets', 'targets: ["prod-*"]');
    if (pattern === undefined) continue;
    const matches = picomatch(pattern, { windows: false });
    const matching = [...names].filter((name) => matches(name));
    if (matching.length === 0) {
      reader.problem(
        item,
        `targets names no cluster of the fleet: "${pattern}"`,
        'name one under targets: of the fleet',
      );
    }
    for (const name of matching) matched.add(name);
  }
  return [...names].filter((name) => matched.has(name));
}
