// Makes the command line a single file that needs no Node.js, for the present system, from its own Node.js:
// node scripts/executable.mjs BUILT FILE BUILT is the folder of scripts/build.mjs.
// https://nodejs.org/api/single-executable-applications.html
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inject } from 'postject';
import { tarOf } from './archive.mjs';
import { copyCommandLine } from './commandLineFiles.mjs';

/** The marker in Node.js's file that enables an embedded program. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Starters of the program and its threads, which are only needed outside of the executable. */
const starters = /^(?:cli|judge-worker|lsp-worker|mcp-worker)\.js$|^package\.json$/;

/**
 * @param built the folder of `scripts/build.mjs`.
 * @param file the executable to write.
 */
export async function makeExecutable(built, file) {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-single-'));
  try {
    const files = join(folder, 'files');
    copyCommandLine(built, files);
    const names = readdirSync(files, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(files, name)).isFile() && !starters.test(name))
      .map((name) => name.split(sep).join('/'))
      .sort();
    const start = join(folder, 'single.cjs');
    await build({
      entryPoints: ['server/src/start/single.ts'],
      outfile: start,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      minify: true,
      logLevel: 'warning',
    });
    writeFileSync(join(folder, 'names.json'), JSON.stringify(names));
    // File names are embedded in the executable: omit those of this machine.
    const assets = Object.fromEntries(names.map((name) => [name, `files/${name}`]));
    const settings = {
      main: 'single.cjs',
      output: 'program.blob',
      disableExperimentalSEAWarning: true,
      assets: { ...assets, 'names.json': 'names.json', 'single.cjs': 'single.cjs' },
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    run(process.execPath, ['--experimental-sea-config', 'settings.json'], folder);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    if (process.platform === 'darwin') run('codesign', ['--remove-signature', file]);
    await inject(file, 'NODE_SEA_BLOB', readFileSync(join(folder, 'program.blob')), {
      sentinelFuse: fuse,
      ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
    });
    if (process.platform === 'darwin') run('codesign', ['--sign', '-', file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs an executable with the texts that go with it. */
export async function packExecutable(archive, executable, documents) {
  const files = [
    ...Object.entries(documents).map(([name, text]) => ({ name, content: Buffer.from(text) })),
    { name: basename(executable), content: readFileSync(executable), mode: 0o755 },
  ];
  writeFileSync(archive, gzipSync(await tarOf(files)));
}

/** The licences of Node.js and its components, which accompany every copy. Throws if they are not beside it. */
export function nodeLicence() {
  const folder = dirname(process.execPath);
  const candidates = [join(folder, 'LICENSE'), join(folder, '../LICENSE'), join(folder, '../share/doc/nodejs/LICENSE')];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return readFileSync(found, 'utf8');
  throw new Error(`Node.js has no LICENSE beside it: ${candidates.map((path) => resolve(path)).join(', ')}`);
}

function run(command, args, cwd) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}
