import { type Catalog, factAt, type KindFacts, removalOf } from '../../../server/src/catalog/catalog.ts';
import { ruleFor } from '../../../server/src/checks/invalid/registry.ts';
import { storageHistory } from '../../../server/src/insight/storageHistory.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../../../server/src/targets/groupVersion.ts';
import { formatMinor, type Minor, minor } from '../../../server/src/targets/version.ts';
import { DefaultNotes, fieldNotes } from './builtInNotes.ts';
import { BuiltInTree, type FieldNode } from './builtInTree.ts';
import { builtInConversions } from './conversions.ts';
import { immutablePaths } from './immutable.ts';
import type { KindPage, VersionFacts } from './kindPage.ts';
import { mergeFields, type VersionField, type VersionFields } from './merge.ts';
import { spansOf } from './spans.ts';
import { typeText } from './typeText.ts';

/** The pages of the kinds of Kubernetes itself, lists left out; by group and kind. */
export function builtInPages(catalog: Catalog): readonly KindPage[] {
  const minors = Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, index) =>
    minor(catalog.oldest + index),
  );
  const tree = new BuiltInTree(catalog);
  const defaults = new DefaultNotes(catalog);
  const seen = new Set<string>();
  return catalog.kinds.flatMap(({ group, kind, listOf }) => {
    const key = `${group}/${kind}`;
    if (listOf !== undefined || seen.has(key)) return [];
    seen.add(key);
    return [pageOf(catalog, minors, catalog.kindsOf(group, kind), { tree, defaults })];
  });
}

interface Derived {
  readonly tree: BuiltInTree;
  readonly defaults: DefaultNotes;
}

function pageOf(
  catalog: Catalog,
  minors: readonly Minor[],
  versions: readonly KindFacts[],
  { tree, defaults }: Derived,
): KindPage {
  const [facts] = versions;
  if (facts === undefined) throw new RangeError('a kind has at least one version');
  const { group, kind } = facts;
  const rule = ruleFor(group, kind);
  const immutable = immutablePaths(group, kind);
  const versionFields = versions.map((version): VersionFields => {
    const having = minors.filter((minor) => catalog.rootType(minor, version) !== undefined && isKnown(version, minor));
    const fields = new Map<string, VersionField>();
    const defaultOf = defaults.of(version);
    const add = (nodes: readonly FieldNode[], above: string) => {
      for (const node of nodes) {
        const newest = node.fields.at(-1);
        if (newest === undefined) continue;
        const path = `${above}${node.name}`;
        const unchanging = immutable.get(path.replaceAll(/\[\]|\{\}/g, ''));
        const has = new Set(node.minors);
        fields.set(path, {
          spans: node.minors.length === having.length ? wholeSpans : spansOf(minors.map((minor) => has.has(minor))),
          type: typeText(newest.type),
          notes: [
            ...fieldNotes(node, kind),
            ...defaultOf(path),
            ...(unchanging === undefined ? [] : [{ kind: 'immutable' as const, text: unchanging }]),
          ],
        });
        add(node.below, `${path}${node.marks}.`);
      }
    };
    const wholeSpans = spansOf(minors.map((minor) => having.includes(minor)));
    add(tree.ofKind(version, having), '');
    return { label: version.version, known: wholeSpans, fields };
  });
  return {
    group,
    kind,
    project: 'Kubernetes',
    releases: minors.map(formatMinor),
    resource: facts.resource,
    namespaced: facts.namespaced,
    shortNames: facts.shortNames,
    versions: versions.map((version) => versionFacts(version, catalog, minors)),
    fields: mergeFields(versionFields),
    conversions: builtInConversions(catalog, group, kind),
    validatedBy: rule && (rule.source.startsWith('k8s.io/') ? rule.source : `k8s.io/kubernetes ${rule.source}`),
    sources: [`Kubernetes ${formatMinor(catalog.oldest)} to ${catalog.version}`],
  };
}

/** A kind that is or was served; one that never is, such as DeleteOptions, is known where its type is. */
function isKnown({ served }: KindFacts, minor: Minor): boolean {
  return (
    served.length === 0 || served.some(({ first, last }) => first <= minor && (last === undefined || minor <= last))
  );
}

function versionFacts(facts: KindFacts, catalog: Catalog, minors: readonly Minor[]): VersionFacts {
  const isServed = (minor: Minor) => facts.served.length > 0 && isKnown(facts, minor);
  const announced = facts.lifecycle.findLast(([, known]) => known !== undefined)?.[1];
  const deprecated = announced?.deprecated;
  const removal = removalOf(facts);
  const replacement = announced?.replacement;
  const stored = storageHistory(facts, catalog);
  const remarks = [
    ...(facts.served.length === 0 ? ['It is used only in API requests; manifests of it cannot be applied.'] : []),
    ...(replacement === undefined ? [] : [`Replaced by ${formatGroupVersionKind(replacement)}.`]),
    ...(removal === undefined || removal <= catalog.newest ? [] : [`To be removed in ${formatMinor(removal)}.`]),
    ...stored.map(
      ({ minor: since, version }) =>
        `From ${formatMinor(since)} on, objects are stored as ${formatGroupVersion({ group: facts.group, version })}.`,
    ),
  ];
  return {
    apiVersion: formatGroupVersion(facts),
    label: facts.version,
    known: spansOf(minors.map((minor) => isKnown(facts, minor))),
    served: spansOf(minors.map(isServed)),
    off: spansOf(minors.map((minor) => isServed(minor) && factAt(facts.enabledByDefault, minor) === false)),
    deprecated: spansOf(minors.map((minor) => isServed(minor) && deprecated !== undefined && deprecated <= minor)),
    stored: [],
    remarks,
    gates: [...new Set(facts.gates.flatMap(([, gates]) => gates))],
  };
}
