import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { textFiles } from '../support/textFiles.ts';
import { builtCli, Workspace } from './harness.ts';

const { text } = textFiles(new URL('watch.txt', import.meta.url));
const ingress = (apiVersion: string) => text('ingress.yaml', { API: apiVersion });
const configuration = (severity: string) => text('configuration.yaml', { SEVERITY: severity });

/** A run in progress, with its output so far. */
class Watching {
  readonly #process: ChildProcess;
  #printed = '';
  #wake: () => void = () => undefined;

  constructor(cwd: string, args: readonly string[]) {
    this.#process = spawn(process.execPath, [builtCli(), ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#printed += chunk.toString('utf8');
        this.#wake();
      });
    }
  }

  /** The output up to the end of the next run. */
  async run(): Promise<string> {
    const end = /waiting for changes.*\n/;
    while (!end.test(this.#printed)) await new Promise<void>((resolve) => (this.#wake = resolve));
    const printed = this.#printed;
    this.#printed = '';
    return printed;
  }

  stop(): void {
    this.#process.kill();
  }
}

describe('--watch', () => {
  let workspace: Workspace;
  let watching: Watching;

  beforeEach(() => {
    workspace = new Workspace({ '.git/HEAD': '', 'web/ingress.yaml': ingress('extensions/v1beta1') });
    watching = new Watching(workspace.path, ['check', 'web', '--target=1.37', '--watch']);
  });

  afterEach(() => {
    watching.stop();
    workspace.remove();
  });

  it('checks again when a file changes or is added', async () => {
    assert.match(await watching.run(), /removed-api/);
    workspace.write('web/ingress.yaml', ingress('networking.k8s.io/v1'));
    assert.doesNotMatch(await watching.run(), /removed-api/);
    workspace.write('web/more/ingress.yaml', ingress('networking.k8s.io/v1beta1'));
    assert.match(await watching.run(), /web\/more\/ingress\.yaml/);
  });

  it('continues when a configuration is added, is invalid, and is fixed', async () => {
    await watching.run();
    workspace.write('.kubecompat.yaml', configuration('nonsense'));
    assert.match(await watching.run(), /\.kubecompat\.yaml:1/);
    workspace.write('.kubecompat.yaml', configuration('hint'));
    assert.match(await watching.run(), /hint/);
  });
});

describe('--watch of standard input', () => {
  it('is refused', () => {
    const workspace = new Workspace({});
    try {
      const run = workspace.run(['check', '-', '--watch']);
      assert.equal(run.exit, 2);
      assert.match(run.stderr, /cannot follow standard input/);
    } finally {
      workspace.remove();
    }
  });
});
