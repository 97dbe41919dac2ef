import picomatch from 'picomatch';
import type { MapEntry, Node } from '../manifest/node.ts';
import { isNull } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { nearest } from '../text/nearest.ts';
import type { Config, ConfigProblem, ConfiguredTarget, FileRule, NamedPath } from './config.ts';
import { decodeDeprecations } from './decodeDeprecations.ts';
import { decodeHelm } from './decodeHelm.ts';
import { decodeSeverity } from './decodeSeverity.ts';
import { decodeTarget } from './decodeTarget.ts';
import { fileRuleKeys, topKeys } from './keys.ts';
import { ConfigReader } from './reader.ts';

/** The valid parts of a configuration, and its problems. */
export interface DecodedConfig {
  readonly config: Config;
  /** In the order of the text. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads a `.kubecompat.yaml` (`schemas/config.schema.json`) and finds all of its problems.
 *
 * @param codes the existing check codes, for `severity:`.
 */
export function decodeConfig(text: string, codes: ReadonlySet<string>): DecodedConfig {
  const reader = new ConfigReader(text);
  const root = rootOf(text, reader);
  const entries: ReadonlyMap<string, MapEntry> =
    root === undefined ? new Map() : reader.object(root, 'the configuration', topKeys);
  const names = new Set<string>();
  const targets = decodeTargets(present(entries.get('targets')), codes, reader, names);
  const defaultNode = present(entries.get('default'));
  const files = present(entries.get('files'));
  const config: Config = {
    targets,
    defaultTargets: (defaultNode && decodeNames(defaultNode, 'default', names, reader)) ?? [...names],
    hasDefault: defaultNode !== undefined,
    files: files === undefined ? [] : decodeFiles(files, names, codes, reader),
    severity: decodeSeverity(present(entries.get('severity')), codes, reader),
    conversions: decodeConversions(present(entries.get('conversions')), reader),
    deprecations: decodeDeprecations(present(entries.get('deprecations')), reader),
    helmValues: decodeHelm(entries.get('helm'), 'helm', reader),
  };
  const problems = reader.problems.sort((a, b) => a.span.start - b.span.start);
  return { config, problems };
}

/** The root of a configuration's only document; YAML errors are reported. */
export function rootOf(text: string, reader: ConfigReader): Node | undefined {
  const { documents } = readManifest(text);
  for (const { message, span } of documents.flatMap(({ problems }) => problems)) {
    reader.problem(span, message, 'fix the YAML');
  }
  const [first, second] = documents;
  if (second !== undefined) reader.problem(second.span, 'a configuration must be one document', 'remove the others');
  return first?.root === undefined || isNull(first.root) ? undefined : first.root;
}

/** The value of an entry; undefined for null, so that a key may be empty. */
function present(entry: MapEntry | undefined): Node | undefined {
  return entry === undefined || isNull(entry.value) ? undefined : entry.value;
}

/**
 * The targets in a map.
 *
 * @param names receives every name; those of invalid targets avoid further errors.
 */
export function decodeTargets(
  node: Node | undefined,
  codes: ReadonlySet<string>,
  reader: ConfigReader,
  names: Set<string>,
): ReadonlyMap<string, ConfiguredTarget> {
  const targets = new Map<string, ConfiguredTarget>();
  if (node === undefined) return targets;
  for (const entry of reader.map(node, 'targets', 'targets: { prod: { binaryVersion: "1.36" } }')) {
    names.add(entry.key);
    const target = decodeTarget(entry, codes, reader);
    if (target !== undefined) targets.set(entry.key, target);
  }
  return targets;
}

/** The existing names of a list; undefined, after reporting, if there are none. */
function decodeNames(
  node: Node,
  what: string,
  names: ReadonlySet<string>,
  reader: ConfigReader,
): readonly string[] | undefined {
  const known: string[] = [];
  const items = reader.list(node, what, `${what}: [prod]`);
  if (node.kind === 'list' && items.length === 0) {
    reader.problem(node, `${what} names no target`, 'name at least one, or leave it out');
  }
  for (const item of items) {
    const name = reader.string(item, `each name in ${what}`, `${what}: [prod]`);
    if (name === undefined) continue;
    if (names.has(name)) known.push(name);
    else reader.problem(item, `${what} names the unknown target "${name}"`, knownTargets(name, names));
  }
  return known.length === 0 ? undefined : [...new Set(known)];
}

function knownTargets(name: string, names: ReadonlySet<string>): string {
  const close = nearest(name, names, 1)[0];
  if (close !== undefined) return `did you mean ${close}?`;
  return names.size === 0 ? 'define it under targets:' : `the targets are ${[...names].join(', ')}`;
}

function decodeFiles(
  node: Node,
  names: ReadonlySet<string>,
  codes: ReadonlySet<string>,
  reader: ConfigReader,
): readonly FileRule[] {
  const rules: FileRule[] = [];
  for (const item of reader.list(node, 'files', 'files: [{ match: "edge/**", targets: [edge] }]')) {
    const entries = reader.object(item, 'an entry of files', fileRuleKeys);
    if (item.kind !== 'map') continue;
    const matchNode = entries.get('match')?.value;
    const targetsNode = entries.get('targets')?.value;
    const severityNode = present(entries.get('severity'));
    if (matchNode === undefined) reader.problem(item, 'an entry of files has no match', 'write match: "edge/**"');
    const helmNode = present(entries.get('helm'));
    if (targetsNode === undefined && severityNode === undefined && helmNode === undefined) {
      reader.problem(item, 'an entry of files has no targets, no severity and no helm', 'write targets: [edge]');
    }
    const match = matchNode === undefined ? undefined : reader.string(matchNode, 'match', 'match: "edge/**"');
    const targets = targetsNode === undefined ? undefined : decodeNames(targetsNode, 'targets', names, reader);
    const severity =
      severityNode === undefined ? undefined : decodeSeverity(severityNode, codes, reader, 'severity of files');
    const helmValues = decodeHelm(entries.get('helm'), 'helm of files', reader);
    if (match === undefined) continue;
    const pattern = match.replace(/^\.\//, '');
    rules.push({ match, matches: picomatch(pattern, { dot: true, windows: false }), targets, severity, helmValues });
  }
  return rules;
}

function decodeConversions(node: Node | undefined, reader: ConfigReader): readonly NamedPath[] {
  if (node === undefined) return [];
  const example = 'conversions: [config/crd/conversions.yaml]';
  return reader.list(node, 'conversions', example).flatMap((item) => {
    const path = reader.string(item, 'each path in conversions', example);
    return path === undefined ? [] : [{ path, span: { start: item.start, end: item.end } }];
  });
}
