import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A `kustomize` with the behaviour set by a test. */
export class FakeKustomize {
  /** The folder of the program. */
  readonly folder = mkdtempSync(join(tmpdir(), 'kubecompat-fake-'));
  /** The path of the program. */
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

  /** Sets what later builds do: lines for a shell, with the folder to build in `$2`. */
  does(script: string): void {
    writeFileSync(this.#file('does'), `${script}\n`);
  }

  /** Lets later builds print manifests, each with the absolute path of its source file. */
  builds(...objects: readonly { readonly text: string; readonly from: string }[]): void {
    const withOrigin = objects.map(({ text, from }) => {
      const annotation = `annotations: { config.kubernetes.io/origin: ${JSON.stringify(`path: ${from}\n`)} }`;
      return text.replace('metadata: {', `metadata: { ${annotation},`);
    });
    writeFileSync(this.#file('output'), withOrigin.join('---\n'));
    this.does(`cat ${this.#file('output')}`);
  }

  /** Lets later builds fail with a message. */
  fails(message: string): void {
    writeFileSync(this.#file('output'), message);
    this.does(`cat ${this.#file('output')} >&2; exit 1`);
  }

  /** The number of started builds. */
  get runs(): number {
    return this.#processes.length;
  }

  /** Whether the build that started last has ended. */
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

  /** Removes the program. */
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
