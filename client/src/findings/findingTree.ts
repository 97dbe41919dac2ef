import { type Counts, countsOf, type Finding, type Severity, worstOf } from './finding.ts';

/** The groupings of findings. */
export const groupings = ['finding', 'target', 'cluster', 'file'] as const;

/** One of {@link groupings}. */
export type Grouping = (typeof groupings)[number];

/** A group of findings. */
export interface Group {
  readonly kind: 'target' | 'cluster' | 'code' | 'file';
  /** Stable across rebuilds of the tree, so that the group stays open. */
  readonly id: string;
  /** The target, the cluster, the code or the file. */
  readonly name: string;
  readonly counts: Counts;
  readonly worst: Severity;
  /** The URIs of the files with the findings. */
  readonly files: readonly string[];
  /** The codes that set the group apart; undefined if it holds all findings of its files. */
  readonly codes: readonly string[] | undefined;
  readonly children: readonly Node[];
  /** Whether something in it has a safe fix. */
  readonly hasFix: boolean;
}

/** A finding in the tree. */
export interface FindingItem {
  readonly kind: 'finding';
  readonly id: string;
  readonly finding: Finding;
  /** Whether its parent groups show the file. */
  readonly inFile: boolean;
  /** The ids of its safe fixes. */
  readonly fixes: readonly string[];
}

/** The ids of the safe fixes of a finding. */
export type FixesOf = (finding: Finding) => readonly string[];

/** A node of the tree. */
export type Node = Group | FindingItem;

/**
 * The tree of findings: by code, by target or cluster and then file, or by file. Groups with errors come first, then larger ones;
 * files and their contents are in order.
 *
 * @param names the group names for findings that hold for any target, and for those of files without a known cluster.
 */
export function findingTree(
  findings: readonly Finding[],
  grouping: Grouping,
  names: { readonly everyTarget: string; readonly noCluster: string },
  fixesOf: FixesOf,
): readonly Group[] {
  const sorted = [...findings].sort(byPosition);
  switch (grouping) {
    case 'finding':
      return worstFirst(
        groupsOf(sorted, ({ code }) => [code]).map(([code, members]) =>
          group({
            kind: 'code',
            name: code,
            parent: '',
            codes: [code],
            findings: members,
            children: leaves(members, `code ${code}`, false, fixesOf),
          }),
        ),
      );
    case 'target':
      return byPlace(
        'target',
        sorted,
        ({ targets }) => (targets.length === 0 ? [names.everyTarget] : targets),
        fixesOf,
      );
    case 'cluster':
      return byPlace(
        'cluster',
        sorted,
        ({ clusters }) => (clusters.length === 0 ? [names.noCluster] : clusters),
        fixesOf,
      );
    case 'file':
      return fileGroups(sorted, '', fixesOf);
  }
}

/** Groups by where the findings hold, with the files of each. */
function byPlace(
  kind: 'target' | 'cluster',
  sorted: readonly Finding[],
  placesOf: (finding: Finding) => readonly string[],
  fixesOf: FixesOf,
): readonly Group[] {
  return worstFirst(
    groupsOf(sorted, placesOf).map(([name, members]) => {
      const children = fileGroups(members, `${kind} ${name}`, fixesOf);
      return group({ kind, name, parent: '', codes: undefined, findings: members, children });
    }),
  );
}

function fileGroups(findings: readonly Finding[], parent: string, fixesOf: FixesOf): readonly Group[] {
  return groupsOf(findings, ({ uri }) => [uri]).map(([uri, members]) => {
    const children = leaves(members, `${parent} file ${uri}`, true, fixesOf);
    return group({
      kind: 'file',
      name: members[0]?.file ?? uri,
      parent,
      codes: undefined,
      findings: members,
      children,
    });
  });
}

function group(of: {
  readonly kind: Group['kind'];
  readonly name: string;
  readonly parent: string;
  readonly codes: readonly string[] | undefined;
  readonly findings: readonly Finding[];
  readonly children: readonly Node[];
}): Group {
  const { kind, name, parent, codes, findings, children } = of;
  const files = [...new Set(findings.map(({ uri }) => uri))];
  const id = `${parent} ${kind} ${kind === 'file' ? files[0] : name}`;
  return {
    kind,
    id,
    name,
    counts: countsOf(findings),
    worst: worstOf(findings),
    files,
    codes,
    children,
    hasFix: children.some(isFixable),
  };
}

function leaves(
  findings: readonly Finding[],
  parent: string,
  inFile: boolean,
  fixesOf: FixesOf,
): readonly FindingItem[] {
  return findings.map((finding, index) => {
    const fixes = fixesOf(finding);
    return { kind: 'finding', id: `${parent} ${index}`, finding, inFile, fixes };
  });
}

/** Whether a safe fix can be applied at a node, or below it. */
export function isFixable(node: Node): boolean {
  return node.kind === 'finding' ? node.fixes.length > 0 : node.hasFix;
}

/** Groups the findings by key, in the order of first occurrence. */
function groupsOf(
  findings: readonly Finding[],
  keys: (finding: Finding) => readonly string[],
): readonly (readonly [string, readonly Finding[]])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const key of keys(finding)) {
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [finding]);
      else known.push(finding);
    }
  }
  return [...groups];
}

function worstFirst(groups: readonly Group[]): readonly Group[] {
  const total = ({ counts }: Group) => counts.error + counts.warning + counts.information + counts.hint;
  return [...groups].sort(
    (left, right) =>
      right.counts.error - left.counts.error ||
      right.counts.warning - left.counts.warning ||
      total(right) - total(left) ||
      (left.name < right.name ? -1 : 1),
  );
}

function byPosition(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start.line - b.start.line || a.start.character - b.start.character;
}
