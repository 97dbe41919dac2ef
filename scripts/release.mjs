// Makes all artifacts of a release, from a clean checkout:
// npm run release -- VERSION [--address https://ADDRESS] [--repository https://REPOSITORY] [--site https://SITE] [--out
// FOLDER] [--executable] ADDRESS is the address of the artifacts, REPOSITORY that of the source, for links in
// manifests, SITE that of the site, for links in hovers and explanations. The output is reproducible. Nothing is
// published.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Of, writeTarball } from './archive.mjs';
import { packCatalogue } from './catalogue.mjs';
import { writeImage } from './container.mjs';
import { makeExecutable, nodeLicence, packExecutable } from './executable.mjs';
import { formula } from './formula.mjs';
import { packForNpm } from './npmPackage.mjs';
import { releaseNotes } from './releaseNotes.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    address: { type: 'string', default: 'https://example.invalid/kubecompat' },
    repository: { type: 'string' },
    site: { type: 'string' },
    // Only the executable, which must be built on each system.
    executable: { type: 'boolean', default: false },
    out: { type: 'string', default: 'release' },
    // For tests: uses the existing build, with uncommitted changes.
    'as-it-is': { type: 'boolean', default: false },
  },
});
const [wanted] = positionals;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (wanted !== version) {
  stop(
    wanted === undefined ? 'name the version to release' : `package.json has the version ${version}, not ${wanted}`,
    `npm version --no-git-tag-version ${wanted ?? 'VERSION'}, commit, and run npm run release -- ${wanted ?? 'VERSION'}`,
  );
}
if (!/^https:\/\//.test(values.address))
  stop(`--address ${values.address} is not an https address`, 'begin with https://');
const address = values.address.replace(/\/+$/, '');
const repository = values.repository?.replace(/(?:\.git)?\/*$/, '');
if (repository !== undefined && !/^https:\/\//.test(repository))
  stop(`--repository ${repository} is not an https address`, 'begin with https://');
const site = values.site?.replace(/\/+$/, '');
if (site !== undefined && !/^https:\/\//.test(site))
  stop(`--site ${site} is not an https address`, 'begin with https://');
const notes = releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version);
if (notes === undefined) {
  stop(`CHANGELOG.md has nothing for ${version}`, `give it a heading "## ${version}" or "## Unreleased"`);
}
if (!values['as-it-is']) {
  if (run('git', ['status', '--porcelain']).trim() !== '') {
    stop('the checkout has changes that are not committed', 'commit or stash them: a release is made of a commit');
  }
  run(process.execPath, ['scripts/build.mjs', ...(site === undefined ? [] : ['--site', site])]);
}
if (!existsSync('dist/cli.js')) stop('dist/cli.js is missing', 'run npm run build first');

const { out } = values;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Archives use the commit time.
process.env.SOURCE_DATE_EPOCH = run('git', ['log', '-1', '--format=%ct']).trim();

const npmArchive = `kubecompat-${version}.tgz`;
if (!values.executable) await packEverything();
const executableArchive = await packForThisSystem();
if (!values.executable) nameSources(executableArchive);
const sumsFile = values.executable ? `SHA256SUMS-${process.platform}-${process.arch}` : 'SHA256SUMS';
const sums = readdirSync(out)
  .sort()
  .map((file) => `${sha256Of(join(out, file))}  ${file}\n`);
writeFileSync(join(out, sumsFile), sums.join(''));
console.log(`${out}/:\n${sums.join('')}`);

async function packEverything() {
  await packForNpm('dist', join(out, npmArchive), repository);
  const catalogueArchive = (version) => join(out, `kubecompat-catalogue-${version}.tgz`);
  await packCatalogue('server/data', catalogueArchive, process.env.SOURCE_DATE_EPOCH, repository);
  run(process.execPath, [
    'scripts/package.mjs',
    join(out, `kubecompat-${version}.vsix`),
    ...(repository ? [repository] : []),
  ]);

  const pages = join(out, 'site');
  run(process.execPath, [
    ...['--import=tsx', 'site/src/main.ts', '--out', pages],
    ...(repository === undefined ? [] : ['--repository', repository]),
  ]);
  await writeTarball(join(out, `kubecompat-site-${version}.tar.gz`), pages, { prefix: 'kubecompat-site/' });
  rmSync(pages, { recursive: true });

  writeFileSync(join(out, 'RELEASE_NOTES.md'), notes);
}

/**
 * The kubectl plugin with its krew manifest, and the Homebrew formula. Both install the executable on its system, and
 * the package that needs Node.js elsewhere: executables for other systems are built after this release.
 */
function nameSources(archive) {
  const platform = `${process.platform}-${process.arch}`;
  const plugin = `kubectl-compat-${version}.tar.gz`;
  const krew = join(out, 'krew');
  run(process.execPath, ['scripts/krew.mjs', `${address}/${plugin}`, 'dist', krew, `${platform}=${archive}`]);
  renameSync(join(krew, 'kubectl-compat.tar.gz'), join(out, plugin));
  renameSync(join(krew, 'compat.yaml'), join(out, 'compat.yaml'));
  rmSync(krew, { recursive: true });
  const executables = { [platform]: archive };
  const sources = { version, npmArchive: join(out, npmArchive), executables, address };
  writeFileSync(join(out, 'kubecompat.rb'), formula(sources));
}

/** Builds the single executable on its own system, and from it the container image; returns its archive. */
async function packForThisSystem() {
  const executable = join(out, process.platform === 'win32' ? 'kubecompat.exe' : 'kubecompat');
  await makeExecutable('dist', executable);
  if (run(resolve(executable), ['--version']).trim() !== version)
    stop(`${executable} does not run`, 'try it: it has to print its version');
  const documents = {
    LICENSE: readFileSync('LICENSE', 'utf8'),
    'THIRD_PARTY_NOTICES.txt': readFileSync('dist/THIRD_PARTY_NOTICES.txt', 'utf8'),
    'NODE_LICENSE.txt': nodeLicence(),
    'sbom.cdx.json': readFileSync('dist/sbom.cdx.json', 'utf8'),
  };
  const platform = `${process.platform}-${process.arch}`;
  const created = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1_000).toISOString();
  if (process.platform === 'linux') {
    await writeImage(join(out, `kubecompat-${version}-${platform}.oci.tar`), {
      executable,
      documents,
      version,
      created,
    });
  }
  const archive = join(out, `kubecompat-${version}-${platform}.tar.gz`);
  await packExecutable(archive, executable, documents);
  rmSync(executable);
  return archive;
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status === 0) return stdout;
  stop(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`, 'see above');
}

function stop(what, remedy) {
  console.error(`release: ${what}\n  do   ${remedy}`);
  process.exit(2);
}
