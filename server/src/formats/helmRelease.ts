import { gzipSync, strFromU8, strToU8 } from 'fflate';
import { base64Bytes, toBase64 } from './bytes.ts';
import { gunzip } from './gunzip.ts';

/**
 * A release as Helm 3 and 4 keep it (`pkg/release/release.go` and `pkg/storage/driver/util.go` of helm.sh/helm/v3,
 * `pkg/release/v1/release.go` of v4).
 */
export interface HelmRelease {
  readonly name: string;
  readonly namespace: string | undefined;
  /** Counted from 1. */
  readonly revision: number | undefined;
  /** `deployed`, `superseded`, `failed`, `uninstalled`, `pending-upgrade` and others. */
  readonly status: string | undefined;
  /** The chart's name and version: `nginx-15.4.0`. */
  readonly chart: string | undefined;
  /** Whether Helm 4 applied it server-side; Helm 3 never does. */
  readonly isServerSide: boolean;
  /** The installed objects, as YAML documents. */
  readonly manifest: string;
  /** The manifests of its hooks. */
  readonly hooks: readonly string[];
  /** Everything as Helm wrote it, for rewriting. */
  readonly stored: Readonly<Record<string, unknown>>;
}

/** A release, or a phrase why it is unreadable, without its contents. */
export type HelmReleaseRead =
  | { readonly ok: true; readonly release: HelmRelease }
  | { readonly ok: false; readonly problem: string };

/** etcd limits objects to some megabytes; larger unpacked data was not written by Helm. */
const maxUnpacked = 64 * 1024 * 1024;

/**
 * Decodes the field `release` of a Secret or ConfigMap: base64 of gzip of JSON, and in the `data` of a Secret base64 of
 * that. Never throws.
 */
export function readHelmRelease(text: string, inSecretData: boolean, max = maxUnpacked): HelmReleaseRead {
  const outer = base64Bytes(text.trim());
  const packed = outer !== undefined && inSecretData ? base64Bytes(strFromU8(outer)) : outer;
  if (packed === undefined) return refused('it is not base64, or is truncated');
  // Old Helm versions stored releases uncompressed.
  const unpacked = packed[0] === 0x7b ? ({ ok: true, bytes: packed } as const) : gunzip(packed, max);
  if (!unpacked.ok) return refused(unpacked.problem);
  return releaseOf(strFromU8(unpacked.bytes));
}

/** Helm's metadata of a revision. */
export interface RevisionInfo {
  readonly revision?: number;
  readonly status: string;
  readonly description?: string;
  /** RFC 3339. */
  readonly lastDeployed?: string;
}

/** A release with changed revision metadata, and everything else unchanged. */
export function withRevisionInfo(
  release: HelmRelease,
  { revision, status, description, lastDeployed }: RevisionInfo,
): HelmRelease {
  const { stored } = release;
  const info = {
    ...(isObject(stored['info']) ? stored['info'] : {}),
    status,
    ...(description === undefined ? {} : { description }),
    ...(lastDeployed === undefined ? {} : { last_deployed: lastDeployed }),
  };
  const version = revision ?? release.revision;
  return {
    ...release,
    revision: version,
    status,
    stored: { ...stored, info, ...(version === undefined ? {} : { version }) },
  };
}

/**
 * Writes a release as Helm does, with another manifest and other hooks. The same release always gives the same text.
 *
 * @param hooks the manifest of each hook; undefined for one to leave out.
 */
export function writeHelmRelease(
  { stored }: HelmRelease,
  manifest: string,
  hooks: readonly (string | undefined)[],
  inSecretData: boolean,
): string {
  const written = listOf(stored['hooks']).flatMap((hook, at) => {
    if (!isObject(hook)) return [hook];
    return hooks[at] === undefined ? [] : [{ ...hook, manifest: hooks[at] }];
  });
  const withHooks = stored['hooks'] === undefined ? {} : { hooks: written };
  const packed = toBase64(
    gzipSync(strToU8(JSON.stringify({ ...stored, manifest, ...withHooks })), { level: 9, mtime: 0 }),
  );
  return inSecretData ? toBase64(strToU8(packed)) : packed;
}

function releaseOf(text: string): HelmReleaseRead {
  const stored = parse(text);
  if (!isObject(stored)) return refused('it does not contain a JSON object');
  const { name, namespace, version, manifest } = stored;
  if (typeof name !== 'string' || typeof manifest !== 'string') return refused('it does not contain a Helm 3 release');
  const info = isObject(stored['info']) ? stored['info'] : {};
  const chart = isObject(stored['chart']) && isObject(stored['chart']['metadata']) ? stored['chart']['metadata'] : {};
  return {
    ok: true,
    release: {
      name,
      namespace: textOf(namespace),
      revision: typeof version === 'number' ? version : undefined,
      status: textOf(info['status']),
      chart: typeof chart['name'] === 'string' ? `${chart['name']}-${textOf(chart['version']) ?? '?'}` : undefined,
      isServerSide: stored['apply_method'] === 'ssa',
      manifest,
      hooks: listOf(stored['hooks']).map((hook) => (isObject(hook) ? (textOf(hook['manifest']) ?? '') : '')),
      stored,
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(problem: string): HelmReleaseRead {
  return { ok: false, problem };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
