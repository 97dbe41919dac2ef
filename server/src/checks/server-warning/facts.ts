import table from '../../../data/authored/server-warnings.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';

/** The texts of a server's warnings by name. */
export type NamedWarnings = ReadonlyMap<string, string>;

const named = (entries: Readonly<Record<string, string>>): NamedWarnings => new Map(Object.entries(entries));

/** Labels of nodes that are no longer to be selected by. */
export const nodeLabels = named(table.nodeLabels);
/** Annotations by the kind of object they are warned of on. */
export const podAnnotations = named(table.podAnnotations);
export const volumeAnnotations = named(table.volumeAnnotations);
export const claimAnnotations = named(table.claimAnnotations);
export const serviceAnnotations = named(table.serviceAnnotations);
export const serviceAccountAnnotations = named(table.serviceAccountAnnotations);

/** A deprecated volume plugin. */
export interface VolumePlugin {
  readonly field: string;
  /** The field's name in warnings, if it differs. */
  readonly called?: string;
  readonly words: string;
  readonly since?: string;
  /** The gate that enables it, and the text if the gate is off. */
  readonly gate?: string;
  readonly wordsWhenOff?: string;
}

/** Volume plugins by where they are used. */
export const podVolumes: readonly VolumePlugin[] = table.podVolumes;
export const persistentVolumes: readonly VolumePlugin[] = table.persistentVolumes;

/** Resources that admission webhooks are never called for, `resource.group`. */
export const webhookExcludedResources: ReadonlySet<string> = new Set(table.webhookExcludedResources);

const since = new Map(Object.entries(table.since).map(([name, version]) => [name, factMinor(version)]));

/** Whether a binary sends the warnings of that name. */
export function sendsWarning(binary: Minor, name: keyof typeof table.since): boolean {
  const first = since.get(name);
  return first !== undefined && first <= binary;
}

const formats = table.schemaFormats.map((row) => ({ since: factMinor(row.since), formats: row.formats }));

/** The formats of strings that a schema may name at a compatibility version, without their dashes. */
export function schemaFormatsAt(version: Minor): ReadonlySet<string> {
  return getOrInsertComputed(
    formatsAt,
    version,
    () => new Set(formats.filter((row) => row.since <= version).flatMap((row) => row.formats)),
  );
}

const formatsAt = new Map<Minor, ReadonlySet<string>>();
