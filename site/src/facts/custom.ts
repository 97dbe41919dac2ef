import { spansInclude, versionsAt } from '../../../server/src/crd/sets/definitionAt.ts';
import type { ChannelRow, CrdSetPack, DefinitionRow, VersionRow } from '../../../server/src/crd/sets/pack.ts';
import type { CrdSet } from '../../../server/src/targets/crds.ts';
import { compareVersions, formatGroupVersion } from '../../../server/src/targets/groupVersion.ts';
import { customConversions } from './conversions.ts';
import { CustomTree } from './customTree.ts';
import type { KindPage, VersionFacts } from './kindPage.ts';
import { mergeFields } from './merge.ts';
import { spansOf } from './spans.ts';

/** The pages of the kinds of a built-in set. */
export function customPages(set: CrdSet, pack: CrdSetPack): readonly KindPage[] {
  const tree = new CustomTree(set, pack);
  return pack.definitions.map((row) => pageOf(set, row, tree));
}

/** A version of a definition in one channel. */
interface VersionIn {
  readonly name: string;
  readonly channel: ChannelRow;
  readonly label: string;
}

function pageOf(set: CrdSet, row: DefinitionRow, tree: CustomTree): KindPage {
  const { group, kind, plural, namespaced, shortNames, channels } = row;
  const named = channels.flatMap((channel): readonly VersionIn[] => {
    const names = new Set(channel.versions.flatMap(([, versions]) => versions.map(({ name }) => name)));
    return [...names].map((name) => ({
      name,
      channel,
      label: channels.length > 1 ? `${name} ${channel.channel}` : name,
    }));
  });
  named.sort((a, b) => compareVersions(a.name, b.name));
  const versions = named.map((version) => ({ version, facts: versionFacts(set, group, version) }));
  return {
    group,
    kind,
    project: set.label,
    releases: set.releases,
    resource: plural,
    namespaced,
    shortNames,
    versions: versions.map(({ facts }) => facts),
    fields: mergeFields(
      versions.map(({ version, facts }) => ({
        label: version.label,
        known: facts.known,
        fields: tree.fields(version.channel.schemas[version.name], facts.known),
      })),
    ),
    conversions: named.length > 1 ? customConversions(set, group, kind) : [],
    validatedBy: undefined,
    sources: [`The CustomResourceDefinitions of ${set.label}, ${set.releases[0]} to ${set.releases.at(-1)}`],
  };
}

function versionFacts(set: CrdSet, group: string, { name, channel, label }: VersionIn): VersionFacts {
  const rows = set.releases.map((_, release): VersionRow | undefined =>
    spansInclude(channel.in, release)
      ? versionsAt(channel, release).find((version) => version.name === name)
      : undefined,
  );
  const newest = rows.findLast((row) => row !== undefined);
  const announced = set.announced.find(({ version }) => version === name)?.what;
  return {
    apiVersion: formatGroupVersion({ group, version: name }),
    label,
    known: spansOf(rows.map((row) => row !== undefined)),
    served: spansOf(rows.map((row) => row?.served === true)),
    off: [],
    deprecated: spansOf(rows.map((row) => row?.deprecated === true && row.served === true)),
    stored: spansOf(rows.map((row) => row?.storage === true)),
    remarks: [
      ...(newest?.warning === undefined ? [] : [`The server warns: ${newest.warning}`]),
      ...(announced === undefined ? [] : [announced]),
      ...(newest?.noSchema === true ? ['Some releases have no schema for it, and accept any field.'] : []),
      ...(newest?.keepsUnknown === true ? ['Fields that are not in the schema are kept, or may be kept.'] : []),
    ],
    gates: [],
  };
}
