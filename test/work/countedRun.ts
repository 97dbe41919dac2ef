import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { counters } from './counters.ts';

const source = 'server/src';

/** How often each kind of work was done, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** A build of the command line that counts its work. The program itself has no counters. */
export class CountingBuild {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fails if a place that a counter names is not there exactly once. */
  static async make(): Promise<CountingBuild> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'kubecompat-work-'));
    await build({
      stdin: { contents: "import { runCommandLine } from './cli/main.ts'; void runCommandLine();", resolveDir: source },
      outfile: join(folder, 'cli.cjs'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'warning',
      define: { 'import.meta.url': '__bundleUrl' },
      banner: { js: preamble },
      external: ['@kubernetes/client-node', '@modelcontextprotocol/*'],
      plugins: [counting],
    });
    copyFileSync('server/data/catalog.json', join(folder, 'catalog.json'));
    return new CountingBuild(folder);
  }

  /** The work of checking a folder, which must have no repository around it. */
  check(folder: string): Counts {
    const args = [join(this.#folder, 'cli.cjs'), 'check', '.', '--binary-version=1.37', '--format=json', '--no-render'];
    // Named by its own folder, the run finds nothing around it.
    mkdirSync(join(folder, '.git'), { recursive: true });
    const { output, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const counted = output[3];
    if (counted === undefined || counted === null || counted === '') throw new Error(`it counted nothing: ${stderr}`);
    return JSON.parse(counted);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const preamble = `
const __bundleUrl = require('node:url').pathToFileURL(__filename).href;
const __counts = ${JSON.stringify(Object.fromEntries(counters.map(({ name }) => [name, 0])))};
const __count = (name) => { __counts[name]++; };
process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(__counts)));
`;

/** Writes the counts into the modules that are bundled. */
const counting: Plugin = {
  name: 'counting',
  setup: ({ onLoad }) => {
    onLoad({ filter: /server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const file = relative(source, path).split(sep).join('/');
      const places = counters.flatMap(({ name, places }) => places.map(([of, code]) => ({ name, of, code })));
      const here = places.filter(({ of }) => of === file);
      if (here.length === 0) return undefined;
      let contents = readFileSync(path, 'utf8');
      for (const { name, code } of here) {
        const parts = contents.split(code);
        if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times, and not once: ${code}`);
        contents = parts.join(`${code}__count(${JSON.stringify(name)})${code.endsWith('{') ? ';' : ','} `);
      }
      return { contents, loader: 'ts' };
    });
  },
};
