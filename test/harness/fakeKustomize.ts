import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A `kustomize` with the behaviour set by a test. */
export class FakeKustomize {
  /** The folder that it is in. */
  readonly folder = mkdtempSync(join(tmpdir(), 'kubecompat-fake-'));
  /** Its file. */
  readonly path = join(this.folder, 'kustomize');

  constructor() {
    // `version` is run to test availability.
    writeFileSync(
      this.path,
      `#!/bin/sh\n[ "$1" = version ] && exit 0\necho "$$" >> ${this.#file('runs')}\n. ${this.#file('does')}\n`,
    );
    chmodSync(this.path, 0o755);
    this.does('true');
  }

  /** Does this from now on: lines of a shell, with the folder to build in `$2`. */
  does(script: string): void {
    writeFileSync(this.#file('does'), `${script}\n`);
  }

  /** Builds manifests from now on, each with the absolute path of the file that it came from. */
  builds(...objects: readonly { readonly text: string; readonly from: string }[]): void {
    const withOrigin = objects.map(({ text, from }) => {
      const annotation = `annotations: { config.kubernetes.io/origin: ${JSON.stringify(`path: ${from}\n`)} }`;
      return text.replace('metadata: {', `metadata: { ${annotation},`);
    });
    writeFileSync(this.#file('output'), withOrigin.join('---\n'));
    this.does(`cat ${this.#file('output')}`);
  }

  /** Fails with a message from now on. */
  fails(message: string): void {
    writeFileSync(this.#file('output'), message);
    this.does(`cat ${this.#file('output')} >&2; exit 1`);
  }

  /** The number of started builds. */
  get runs(): number {
    return this.#processes.length;
  }

  /** Whether the last one that was begun has ended. */
  get hasEnded(): boolean {
    const id = this.#processes.at(-1);
    try {
      if (id === undefined) return true;
      process.kill(Number(id), 0);
      const state = `/proc/${id}/stat`;
      return existsSync(state) && readFileSync(state, 'utf8').includes(') Z ');
    } catch {
      return true;
    }
  }

  /** Removes it. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #processes(): readonly string[] {
    return existsSync(this.#file('runs')) ? readFileSync(this.#file('runs'), 'utf8').trim().split('\n') : [];
  }

  #file(name: string): string {
    return join(this.folder, name);
  }
}
