import type { CrdSet, CrdSetChoice } from '../../targets/crds.ts';
import { formatGroupVersion, type GroupVersionKind } from '../../targets/groupVersion.ts';
import type { DefinitionSource } from '../customKinds.ts';
import type { CustomDefinition, DefinitionOrigin } from '../definition.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { definitionAt, spansInclude, versionsAt } from './definitionAt.ts';
import type { ChannelRow, CrdSetPack, DefinitionRow } from './pack.ts';
import { hasField, SetSchemas } from './schemas.ts';

/**
 * The definitions of one release of a built-in set. The pack is loaded at the first resource of one of the set's
 * groups.
 */
export class CrdSetSource implements DefinitionSource {
  readonly #set: CrdSet;
  readonly #release: number;
  readonly #channel: string | undefined;
  readonly #pack: () => CrdSetPack;
  readonly #label: string;

  constructor(set: CrdSet, { release, written, channel }: CrdSetChoice, pack: () => CrdSetPack) {
    this.#set = set;
    this.#release = set.releases.indexOf(release);
    this.#channel = channel;
    this.#pack = pack;
    this.#label = `${set.label} ${written}${channel === undefined ? '' : ` (${channel} channel)`}`;
  }

  definitions(group: string): readonly CustomDefinition[] {
    if (!this.#set.groups.includes(group)) return [];
    const pack = this.#pack();
    const release = this.#release;
    return pack.definitions.flatMap((row) => {
      const channel = row.group === group ? this.#channelOf(row) : undefined;
      return channel === undefined ? [] : [definitionAt(this.#set, pack, { row, channel, release }, this.#origin(row))];
    });
  }

  groups(): readonly string[] {
    return this.#set.groups;
  }

  wholeGroup(group: string): string | undefined {
    if (!this.#set.wholeGroups.includes(group)) return undefined;
    // An unreadable pack has unknown kinds, so none is reported as missing.
    return this.#pack().definitions.some((row) => row.group === group) ? this.#label : undefined;
  }

  /** The releases that served a version of a kind; of the other channel if this one never did. */
  history({ group, version, kind }: GroupVersionKind): string | undefined {
    if (!this.#set.groups.includes(group)) return undefined;
    const row = this.#pack().definitions.find((definition) => definition.group === group && definition.kind === kind);
    const spans = (row?.channels ?? []).flatMap((channel) => {
      const spans = this.#servedIn(channel, version);
      return spans === '' ? [] : [{ channel: channel.channel, spans }];
    });
    if (spans.length === 0) return undefined;
    const where = spans.map(({ channel, spans }) =>
      this.#channel === undefined ? spans : `${spans} in the ${channel} channel`,
    );
    return `${this.#set.label} served ${formatGroupVersion({ group, version })} ${kind} ${where.join(' and ')}.`;
  }

  #channelOf({ channels }: DefinitionRow): ChannelRow | undefined {
    const chosenChannel = this.#channel;
    return channels.find(
      (channel) =>
        (chosenChannel === undefined || channel.channel === chosenChannel) && spansInclude(channel.in, this.#release),
    );
  }

  #origin(row: DefinitionRow): DefinitionOrigin {
    return {
      label: this.#label,
      file: undefined,
      isPartial: true,
      releases: {
        announcement: (version) => this.#set.announced.find((candidate) => candidate.version === version)?.what,
        earlierSchema: (version) => this.#earlierSchema(row, version),
        fieldHistory: (version, path) => this.#fieldHistory(row, version, path),
      },
    };
  }

  #fieldHistory(row: DefinitionRow, version: string, path: readonly (string | number)[]): string | undefined {
    const pack = this.#pack();
    const spans = row.channels.flatMap((channel) => {
      const node = channel.schemas[version];
      const has = this.#set.releases.map(
        (_, release) => node !== undefined && spansInclude(channel.in, release) && hasField(pack, node, path, release),
      );
      const spans = this.#spansOf(has);
      return spans === '' ? [] : [this.#channel === undefined ? spans : `${spans} in the ${channel.channel} channel`];
    });
    return spans.length === 0 ? undefined : `${this.#set.label} has the field ${spans.join(' and ')}.`;
  }

  #earlierSchema({ channels }: DefinitionRow, version: string): JsonSchema | undefined {
    // The target's own channel first; experimental kinds are only in the other one.
    const inOrder = [...channels].sort((a) => (a.channel === this.#channel ? -1 : 1));
    for (const { channel, schemas, versions, in: spans } of inOrder) {
      const last = this.#set.releases.findLastIndex(
        (_, release) =>
          spansInclude(spans, release) &&
          versionsAt({ channel, schemas, versions, in: spans }, release).some(
            (versionRow) => versionRow.name === version,
          ),
      );
      const node = schemas[version];
      if (last >= 0 && node !== undefined) return new SetSchemas(this.#pack(), last).schema(node);
    }
    return undefined;
  }

  #servedIn(channel: ChannelRow, version: string): string {
    return this.#spansOf(
      this.#set.releases.map(
        (_, release) =>
          spansInclude(channel.in, release) &&
          versionsAt(channel, release).some((versionRow) => versionRow.name === version && versionRow.served === true),
      ),
    );
  }

  /** `from v1.0.0 to v1.2.1, from v1.4.0 on`, for the releases that are marked. */
  #spansOf(marks: readonly boolean[]): string {
    const { releases } = this.#set;
    const spans: string[] = [];
    for (let first = marks.indexOf(true); first >= 0; ) {
      const end = marks.indexOf(false, first);
      const last = end < 0 ? undefined : releases[end - 1];
      spans.push(`from ${releases[first]}${last === undefined ? ' on' : ` to ${last}`}`);
      first = end < 0 ? -1 : marks.indexOf(true, end);
    }
    return spans.join(', ');
  }
}
