import type { CrdSet } from '../../targets/crds.ts';
import type { CustomDefinition, CustomVersion, DefinitionOrigin } from '../definition.ts';
import type { ChannelRow, CrdSetPack, DefinitionRow, VersionRow } from './pack.ts';
import { SetSchemas } from './schemas.ts';
import { UnknownRules } from './unknownRules.ts';

/** Whether one of the spans of releases has a release, an index. */
export function spansInclude(spans: ChannelRow['in'], release: number): boolean {
  return spans.some(([first, last]) => first <= release && (last < 0 || release <= last));
}

/** The versions that a definition has in a release. */
export function versionsAt({ versions }: ChannelRow, release: number): readonly VersionRow[] {
  return versions.findLast(([from]) => from <= release)?.[1] ?? [];
}

/** A definition as a channel of a release has it. */
export function definitionAt(
  { conversion }: CrdSet,
  pack: CrdSetPack,
  { row, channel, release }: { readonly row: DefinitionRow; readonly channel: ChannelRow; readonly release: number },
  origin: DefinitionOrigin,
): CustomDefinition {
  const { group, kind, plural, namespaced, aggregated, shortNames, categories } = row;
  const schemas = new SetSchemas(pack, release);
  const rules = new UnknownRules(pack, release);
  const versions = versionsAt(channel, release);
  return {
    group,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames,
    categories,
    namespaced,
    ...(aggregated === true ? { aggregated } : {}),
    versions: versions.map((version) => customVersion(version, channel, schemas, rules)),
    preserveUnknownFields: versions.some(({ keepsUnknown }) => keepsUnknown === true),
    conversion,
    storedVersions: [],
    annotations: new Map(),
    writtenAs: undefined,
    origin,
    spec: undefined,
  };
}

function customVersion(
  row: VersionRow,
  { schemas: nodes }: ChannelRow,
  schemas: SetSchemas,
  rules: UnknownRules,
): CustomVersion {
  const node = row.noSchema === true ? undefined : nodes[row.name];
  return {
    name: row.name,
    served: row.served === true,
    storage: row.storage === true,
    deprecated: row.deprecated === true,
    deprecationWarning: row.warning,
    get schema() {
      return schemas.schema(node);
    },
    hasStatus: row.sub?.includes('status') === true,
    scale: undefined,
    selectableFields: [],
    span: undefined,
    hasUnknownRules: (root) => node !== undefined && rules.concern(node, root),
  };
}
