import { gzipSync } from 'node:zlib';
import { fieldOf } from '../../server/data/generator/json.ts';
import { readHelmRelease } from '../../server/src/formats/helmRelease.ts';
import type { Override } from '../support/replayServer.ts';
import type { Section } from './format.ts';

/** A Secret in which Helm stores a revision of a release. */
type Holder = ReturnType<typeof holder>;

const form = /^helm release (\S+)\.v(\d+) ([a-z-]+)(?:, (damaged|not gzipped|too large|server-side))?$/;
const hookForm = /^helm hook (\S+)\.v(\d+) (\S+)$/;
const namespace = '/api/v1/namespaces/web';
const query = 'labelSelector=owner%3Dhelm&limit=500';

/** Whether a section of a cluster is a release of Helm, or a hook in one. */
export function isHelmSection({ name }: Section): boolean {
  return name.startsWith('helm ');
}

/** The Secrets in the namespace `web` for the sections `helm release` and `helm hook` of a cluster. */
export function holdersOf(sections: readonly Section[]): readonly Holder[] {
  const hooks = sections.flatMap(({ name, body }) => {
    const [, release, revision, hook] = hookForm.exec(name) ?? [];
    return hook === undefined ? [] : [{ release, revision, name: hook, manifest: body, events: ['pre-delete'] }];
  });
  return sections.flatMap((section) => {
    if (hookForm.test(section.name)) return [];
    const [, name, revision, state, fault] = form.exec(section.name) ?? [];
    if (name === undefined || revision === undefined || state === undefined) {
      throw new Error(`"${section.name}" is not a release: write helm release shop.v1 deployed`);
    }
    const ofRelease = hooks.flatMap(({ release, revision: number, ...hook }) =>
      release === name && number === revision ? [hook] : [],
    );
    const info = { status: state };
    const method = fault === 'server-side' ? { apply_method: 'ssa' } : {};
    const stored = { name, version: Number(revision), info, manifest: section.body, hooks: ofRelease, ...method };
    return [holder(name, revision, state, packed(JSON.stringify(stored), fault))];
  });
}

function packed(stored: string, fault: string | undefined): string {
  if (fault === 'not gzipped') return Buffer.from('no gzip').toString('base64');
  if (fault === 'too large') return gzipSync(Buffer.alloc(80 * 1024 * 1024)).toString('base64');
  const text = gzipSync(stored).toString('base64');
  return fault === 'damaged' ? text.slice(0, 40) : text;
}

function holder(name: string, version: string, status: string, release: string) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${version}`,
      namespace: 'web',
      resourceVersion: '7',
      labels: { owner: 'helm', name, status, version, team: 'blue' },
    },
    data: { release: Buffer.from(release).toString('base64') },
  };
}

/** The answers of a cluster with these Secrets, by path; it accepts every write. */
export function answersOfHelm(holders: readonly Holder[]): Readonly<Record<string, Override>> {
  const ok = (body: object): Override => ({ status: 200, body: JSON.stringify(body) });
  const list = (items: readonly Holder[]) =>
    ok({
      kind: 'PartialObjectMetadataList',
      metadata: {},
      items: items.map(({ metadata }) => ({ metadata })),
    });
  return {
    [`/api/v1/secrets?${query}`]: list(holders),
    [`${namespace}/secrets?${query}`]: list(holders),
    [`/api/v1/configmaps?${query}`]: list([]),
    [`${namespace}/configmaps?${query}`]: list([]),
    [`${namespace}/secrets`]: { status: 201, body: '{}' },
    ...Object.fromEntries(holders.map((value) => [`${namespace}/secrets/${value.metadata.name}`, ok(value)])),
  };
}

/** The Secrets in one file, as `kubectl get secrets -o json` prints them. */
export function listOfHolders(items: readonly Holder[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** A Secret of Helm as readable lines: its name and labels, the hooks and the manifest; undefined for other texts. */
export function readableHolder(text: string): string | undefined {
  if (!text.startsWith('{') || !text.includes('"helm.sh/release.v1"')) return undefined;
  const secret: unknown = JSON.parse(text);
  const release = fieldOf(fieldOf(secret, 'data'), 'release');
  const read = typeof release === 'string' ? readHelmRelease(release, true) : undefined;
  if (read?.ok !== true) return undefined;
  const { name, revision, status, manifest, stored } = read.release;
  const metadata = fieldOf(secret, 'metadata');
  const labels = Object.entries(Object(fieldOf(metadata, 'labels')))
    .map(([key, value]) => `${key}=${key.endsWith('At') ? 'TIME' : value}`)
    .sort();
  const hooks = stored['hooks'];
  return [
    `${fieldOf(metadata, 'name')} at resource version ${fieldOf(metadata, 'resourceVersion') ?? 'none'}`,
    `labels: ${labels.join(', ')}`,
    `release: ${name}, revision ${revision}, ${status}`,
    `hooks: ${JSON.stringify(hooks)}`,
    manifest,
  ].join('\n');
}
