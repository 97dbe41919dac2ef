import { createHash } from 'node:crypto';
import { type PublishingServer, startPublishing, tarGz, zip } from '../support/publishingServer.ts';
import type { Section } from './format.ts';

/** The registries of a scenario: a server on this machine that has a project in every form. */
export class ScenarioPublisher {
  #server: PublishingServer | undefined;

  /** The variables with which commands find the registries; none if a scenario has none. */
  get env(): Readonly<Record<string, string>> {
    const { url } = this.#server ?? {};
    return url === undefined
      ? {}
      : { GOPROXY: url, GOPRIVATE: '', GONOPROXY: '', GOENV: 'off', npm_config_registry: url };
  }

  /** `127.0.0.1:PORT`. */
  get host(): string {
    return this.#server?.host ?? '';
  }

  /**
   * Runs the step `publish PROJECT VERSION NAME`: the sections are the files of a Go module or an npm package with that
   * name, and of a chart in a repository and in an OCI registry; the first one is also a page. Returns the sections, or
   * undefined for other steps.
   */
  async step(words: readonly string[], sections: readonly Section[]): Promise<readonly Section[] | undefined> {
    const [verb, project = '', version = '', name = ''] = words;
    if (verb !== 'publish') return undefined;
    this.#server ??= await startPublishing();
    const { url } = this.#server;
    const below = (folder: string) => Object.fromEntries(sections.map((file) => [`${folder}/${file.name}`, file.body]));
    const chart = await tarGz({ ...below(project), [`${project}/Chart.yaml`]: `name: ${project}` });
    const digest = createHash('sha256').update(chart).digest('hex');
    const npm = await tarGz(below('package'));
    const integrity = `sha512-${createHash('sha512').update(npm).digest('base64')}`;
    const mediaType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
    this.#server.answer({
      [`/${name}/@v/v${version}.info`]: JSON.stringify({ Version: `v${version}` }),
      [`/${name}/@v/v${version}.zip`]: zip(below(`${name}@v${version}`)),
      [`/${name.replace('/', '%2f')}`]: JSON.stringify({
        versions: { [version]: { dist: { tarball: `${url}/package.tgz`, integrity } } },
      }),
      '/package.tgz': npm,
      '/index.yaml': JSON.stringify({ entries: { [project]: [{ version, urls: ['chart.tgz'], digest }] } }),
      '/chart.tgz': chart,
      [`/v2/org/charts/${project}/manifests/${version}`]: JSON.stringify({
        layers: [{ mediaType, digest: `sha256:${digest}` }],
      }),
      [`/v2/org/charts/${project}/blobs/sha256:${digest}`]: chart,
      [`/${project}.crds.yaml`]: sections[0]?.body ?? '',
    });
    return sections;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}
