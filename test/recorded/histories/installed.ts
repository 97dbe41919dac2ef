import { setTimeout as sleep } from 'node:timers/promises';
import type { ValueMap } from '../../../server/src/conversion/value.ts';
import type { RealServer, ServerReply } from '../../support/realServer.ts';
import { listOf, mapOf } from '../../support/values.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A definition on a server, and its objects. */
export class Installed {
  readonly #server: RealServer;
  readonly #name: string;
  readonly #group: string;
  readonly #resource: string;
  readonly #namespaced: boolean;

  private constructor(server: RealServer, manifest: ValueMap) {
    const spec = mapOf(manifest['spec']);
    this.#server = server;
    this.#name = String(mapOf(manifest['metadata'])['name']);
    this.#group = String(spec['group']);
    this.#resource = String(mapOf(spec['names'])['plural']);
    this.#namespaced = spec['scope'] === 'Namespaced';
  }

  /** Installs a definition. Returns the server's answer if it is refused. */
  static async of(server: RealServer, manifest: ValueMap): Promise<Installed | ServerReply> {
    const marked = marking(manifest, 'before');
    const reply = await server.ask('POST', definitions, JSON.stringify(marked));
    if (reply.status !== 201) return reply;
    const installed = new Installed(server, manifest);
    await installed.#seen(marked, 'before');
    return installed;
  }

  /**
   * Changes the definition, and waits until the server uses it. If the server refuses it because objects may be stored
   * in a removed version, retries after removing that version from `status.storedVersions`. Returns the first answer.
   */
  async change(manifest: ValueMap, mark: string): Promise<{ readonly first: ServerReply; readonly taken: boolean }> {
    const marked = marking(manifest, mark);
    const first = await this.#put(marked);
    let last = first;
    if (first.status === 422 && first.body.includes('storedVersions')) {
      const spec = mapOf(marked['spec']);
      const versions = listOf(spec['versions']).map(mapOf);
      const old = listOf(mapOf((await this.#definition())['spec'])['versions']).map(mapOf);
      const removed = old.filter(({ name }) => versions.every((version) => version['name'] !== name));
      const unstored = removed.map((version) => ({ ...version, storage: false }));
      await this.#put({ ...marked, spec: { ...spec, versions: [...versions, ...unstored] } });
      const stored = versions.flatMap(({ name, storage }) => (storage === true && name !== undefined ? [name] : []));
      const patch = JSON.stringify({ status: { storedVersions: stored } });
      await this.#server.ask('PATCH', `${definitions}/${this.#name}/status`, patch, 'application/merge-patch+json');
      last = await this.#put(marked);
    }
    const taken = last.status === 200;
    if (taken) await this.#seen(marked, mark);
    return { first, taken };
  }

  async #definition(): Promise<ValueMap> {
    return JSON.parse((await this.#server.ask('GET', `${definitions}/${this.#name}`)).body);
  }

  async #put(manifest: ValueMap): Promise<ServerReply> {
    const { resourceVersion } = mapOf((await this.#definition())['metadata']);
    const sent = { ...manifest, metadata: { ...mapOf(manifest['metadata']), resourceVersion } };
    const reply = await this.#server.ask('PUT', `${definitions}/${this.#name}`, JSON.stringify(sent));
    // The server may have updated the status in the meantime.
    return reply.status === 409 ? this.#put(manifest) : reply;
  }

  /** Waits until every version is served with the mark in its warning. */
  async #seen(manifest: ValueMap, mark: string): Promise<void> {
    for (const version of listOf(mapOf(manifest['spec'])['versions']).map(mapOf)) {
      if (version['served'] !== true) continue;
      for (let tries = 0; tries < 200; tries++) {
        const { warnings } = await this.#server.ask('GET', this.#path(String(version['name'])));
        if (warnings.includes(mark)) break;
        await sleep(30);
      }
    }
  }

  #path(version: string): string {
    return `/apis/${this.#group}/${version}/${this.#namespaced ? 'namespaces/default/' : ''}${this.#resource}`;
  }

  create(object: ValueMap, version: string, options = ''): Promise<ServerReply> {
    return this.#server.ask('POST', `${this.#path(version)}${options}`, JSON.stringify(object));
  }

  list(version: string): Promise<ServerReply> {
    return this.#server.ask('GET', this.#path(version));
  }

  read(name: string, version: string): Promise<ServerReply> {
    return this.#server.ask('GET', `${this.#path(version)}/${name}`);
  }

  put(object: ValueMap, version: string, options = '', part = ''): Promise<ServerReply> {
    const { name } = mapOf(object['metadata']);
    return this.#server.ask('PUT', `${this.#path(version)}/${name}${part}${options}`, JSON.stringify(object));
  }

  apply(object: ValueMap, version: string, manager: string): Promise<ServerReply> {
    const { name } = mapOf(object['metadata']);
    const path = `${this.#path(version)}/${name}?fieldManager=${manager}`;
    return this.#server.ask('PATCH', path, JSON.stringify(object), 'application/apply-patch+yaml');
  }

  async remove(): Promise<void> {
    await this.#server.ask('DELETE', `${definitions}/${this.#name}`);
  }
}

/** Warnings of deprecated versions show which definition a server uses. */
function marking(manifest: ValueMap, mark: string): ValueMap {
  const spec = mapOf(manifest['spec']);
  const versions = listOf(spec['versions']).map((version) => ({
    ...mapOf(version),
    deprecated: true,
    deprecationWarning: mark,
  }));
  const metadata = {
    ...mapOf(manifest['metadata']),
    annotations: { 'api-approved.kubernetes.io': 'unapproved, asked' },
  };
  return { ...manifest, metadata, spec: { ...spec, versions } };
}
