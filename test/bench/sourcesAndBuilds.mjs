// Not a benchmark: compares the findings in the sources of repositories with those in what `kustomize` builds from them.
// node test/bench/sourcesAndBuilds.mjs REPOSITORY... builds every kustomization that is no component with the `kustomize` on
// the PATH (5.8.1), fetching nothing, in a folder of the repository that is gone afterwards. It prints a row for each and
// what only one side has: `untaken` are in files that no build takes, `builds` of kustomizations that no other takes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseDocument } from 'yaml';

const program = resolve('dist/cli.js');
const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
// Remote bases end at once.
const offline = { GIT_ALLOW_PROTOCOL: 'none', HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
const kustomize = need('sh', ['-c', 'command -v kustomize']).trim();
const totals = { kustomizations: 0, built: 0, sources: 0, untaken: 0, builds: 0, sourceOnly: 0, buildOnly: 0 };

console.log(`| repository | ${Object.keys(totals).join(' | ')} |`);
for (const root of process.argv.slice(2)) {
  const { row, sourceOnly, buildOnly } = measured(resolve(root));
  for (const key of Object.keys(totals)) totals[key] += row[key];
  console.log(`| ${basename(root)} | ${Object.values(row).join(' | ')} |`);
  for (const finding of sourceOnly) console.log(`  no build has: ${findingLine(finding)}`);
  for (const finding of buildOnly) console.log(`  no source shows: ${findingLine(finding)}`);
}
console.log(`| together | ${Object.values(totals).join(' | ')} |`);

function measured(root) {
  const before = findingsOf(root);
  // Beside the sources, so that they are judged by the same definitions.
  const built = mkdtempSync(join(root, 'kubecompat-built-'));
  try {
    const found = readdirSync(root, { recursive: true }).filter((file) => names.includes(basename(file)));
    const taken = new Set();
    const builtUpon = new Set();
    const folders = new Map();
    for (const file of found) {
      const folder = join(root, dirname(file));
      const isComponent = read(join(root, file))?.kind === 'Component';
      const args = ['build', '--load-restrictor', 'LoadRestrictionsNone', folder];
      const options = { encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 28, env: { ...offline, HOME: built } };
      const { status, stdout } = isComponent ? {} : spawnSync(kustomize, args, options);
      const parts = takenBy(folder);
      for (const path of parts) builtUpon.add(path);
      if (status !== 0) continue;
      for (const path of [join(root, file), ...parts]) taken.add(path);
      const name = `${String(folders.size).padStart(5, '0')}.yaml`;
      folders.set(name, relative(root, folder));
      writeFileSync(join(built, name), stdout);
    }
    const after = findingsOf(root)
      .filter((finding) => isError(finding) && finding.file.startsWith(basename(built)))
      .map((finding) => ({ ...finding, file: folders.get(basename(finding.file)) }));
    // A build that others include is not applied separately.
    const applied = after.filter(({ file }) => !names.some((name) => builtUpon.has(join(root, file, name))));
    const inBuilds = new Set(after.map(keyOf));
    const shown = before.filter((finding) => isError(finding) || finding.code === 'build-dependent').map(textOf);
    const errors = before.filter(isError);
    const ofBuilds = errors.filter(({ file }) => taken.has(join(root, file)));
    const sourceOnly = ofBuilds.filter((finding) => !inBuilds.has(keyOf(finding)));
    const buildOnly = applied.filter((finding) => !shown.some((text) => text.includes(finding.message)));
    const row = {
      kustomizations: found.length,
      built: folders.size,
      sources: errors.length,
      untaken: errors.length - ofBuilds.length,
      builds: applied.length,
      sourceOnly: sourceOnly.length,
      buildOnly: buildOnly.length,
    };
    return { row, sourceOnly, buildOnly };
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** The files that a kustomization takes in, as resources or patches, with the kustomizations that it builds on. */
function takenBy(folder, seen = new Set()) {
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) return seen;
  const { resources, bases, components, patches, patchesStrategicMerge, patchesJson6902 } = read(file) ?? {};
  const lists = [resources, bases, components, patches, patchesStrategicMerge, patchesJson6902];
  for (const entry of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const name = typeof entry === 'string' ? entry : entry?.path;
    if (typeof name !== 'string' || /^[a-z]+:\/\//.test(name) || name.includes('\n')) continue;
    const path = resolve(folder, name);
    if (seen.has(path) || !existsSync(path)) continue;
    seen.add(path);
    if (!statSync(path).isDirectory()) continue;
    for (const other of names) if (existsSync(join(path, other))) seen.add(join(path, other));
    takenBy(path, seen);
  }
  return seen;
}

function read(file) {
  try {
    return parseDocument(readFileSync(file, 'utf8')).toJS() ?? undefined;
  } catch {
    return undefined;
  }
}

function findingsOf(folder) {
  const args = [program, 'check', '.', '--target', '1.37', '--no-render', '--format', 'json'];
  const { stdout, stderr } = spawnSync('node', args, { encoding: 'utf8', maxBuffer: 2 ** 30, cwd: folder });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).findings;
}

function isError({ severity }) {
  return severity === 'error';
}

function keyOf({ code, message }) {
  return `${code} ${message}`;
}

function textOf({ message, why }) {
  return `${message} ${why}`;
}

function findingLine({ file, code, path, message }) {
  return `${file}: ${code} ${path}: ${message}`;
}

function need(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  console.log('not run: there is no kustomize on the PATH');
  process.exit(0);
}
