import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { object } from '../../server/data/generator/json.ts';
import { readArchive } from '../../server/src/publishers/archives.ts';
import { runIn } from '../scenarios/inProcess.ts';
import {
  catalogueOfNextMinor,
  known,
  next,
  nextVersion,
  previewRelease,
  previewVersion,
} from '../support/nextCatalogue.ts';
import { type PublishedAnswers, type PublishingServer, startPublishing, tarGz } from '../support/publishingServer.ts';
import { type CliRun, Workspace } from './harness.ts';
import { lampDefinition, oldBudget } from './manifests.ts';

const sha512 = (bytes: Uint8Array) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

describe('catalogues on the command line', () => {
  let workspace: Workspace;
  let home: Workspace;
  let server: PublishingServer;
  let archive: Buffer;

  before(async () => {
    archive = await catalogueOfNextMinor();
  });

  beforeEach(async () => {
    home = new Workspace({});
    workspace = new Workspace({ 'a.yaml': oldBudget('a') });
    server = await startPublishing();
  });

  afterEach(async () => {
    await server.close();
    workspace.remove();
    home.remove();
  });

  function type(line: string, env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
    const environment = { HOME: home.path, XDG_DATA_HOME: join(home.path, 'data'), npm_config_registry: server.url };
    return runIn(workspace, line.split(' '), {
      env: { ...environment, npm_config_userconfig: join(home.path, '.npmrc'), ...env },
    });
  }

  function published(bytes: Uint8Array, integrity = sha512(bytes), version = nextVersion): PublishedAnswers {
    const dist = { tarball: `${server.url}/c.tgz`, ...(integrity === '' ? {} : { integrity }) };
    const shasum = createHash('sha1').update(bytes).digest('hex');
    const versions = { [version]: { dist: { ...dist, shasum } } };
    const about = { 'dist-tags': { latest: version }, versions };
    return { '/kubecompat-catalogue': JSON.stringify(about), '/c.tgz': bytes };
  }

  const installed = () => join(home.path, 'data/kubecompat/catalogues');
  const inFolder = () => (existsSync(installed()) ? readdirSync(installed()) : []);

  async function refused(bytes: Uint8Array, message: RegExp, integrity?: string): Promise<CliRun> {
    server.answer(published(bytes, integrity));
    const run = await type('catalogue update');
    assert.equal(run.exit, 2, run.stdout + run.stderr);
    assert.match(run.stderr, message);
    assert.doesNotMatch(run.stderr, /\n {4}at /, 'no stack trace');
    assert.deepEqual(inFolder(), [], 'nothing half-written');
    return run;
  }

  it('use the last release beside a preview, and name the build of the preview', async () => {
    server.answer(published(await catalogueOfNextMinor(true), undefined, previewVersion));
    assert.equal((await type('catalogue update --pin')).exit, 0);
    const named = await type(`check a.yaml --target ${next}`);
    assert.equal(named.exit, 1, named.stderr);
    const note = `what changes before the release of ${next}: it is a preview, known from ${previewRelease}`;
    assert.ok(named.stdout.includes(note), named.stdout);
    const { targets } = JSON.parse((await type(`targets --target ${next} --format=json`)).stdout);
    assert.deepEqual(targets[0].notes, [note]);
    assert.equal(targets[0].preview, previewRelease);
    const shown = new RegExp(`${next} \\\\?\\(preview ${previewRelease}\\\\?\\)`);
    for (const line of [
      `check a.yaml --target ${next}`,
      `check a.yaml --target ${next} --format markdown`,
      `check a.yaml --target ${next} --format html`,
      `report a.yaml --target ${next}`,
      `targets --target ${next}`,
      `plan --from ${known} --to ${next} a.yaml`,
      `diff --from ${known} --to ${next} a.yaml`,
    ]) {
      const { stdout, stderr } = await type(line);
      assert.match(stdout, shown, `${line}: ${stdout}${stderr}`);
    }
    const plain = await type('check a.yaml');
    assert.match(plain.stdout, new RegExp(`^target {2}Kubernetes ${known} `, 'm'));
    assert.ok(!plain.stdout.includes('preview'), plain.stdout);
  });

  it('are downloaded, and used only if they are named', async () => {
    server.answer(published(archive));
    const before = await type(`check a.yaml --target ${next}`);
    assert.equal(before.exit, 2);
    assert.match(before.stderr, new RegExp(`${next} is newer than ${known}`));
    assert.equal(server.requests.length, 0, 'nothing left the machine');
    const check = await type('catalogue update --check');
    assert.equal(check.exit, 1);
    assert.match(check.stdout, new RegExp(`^${nextVersion} is the latest catalogue: kubecompat catalogue update\n`));
    const update = await type('catalogue update');
    assert.equal(update.exit, 0, update.stderr);
    assert.match(update.stdout, new RegExp(`^installed ${nextVersion}, Kubernetes up to ${next}\\.0\n`));
    assert.deepEqual(inFolder(), [nextVersion]);
    assert.equal((await type('catalogue update --check')).exit, 0);
    assert.match((await type('catalogue update')).stdout, /^unchanged: /);
    const asked = server.requests.length;
    assert.equal((await type(`check a.yaml --target ${next}`)).exit, 2, 'not by itself');
    const named = await type(`check a.yaml --target ${next} --catalogue=${nextVersion}`);
    assert.equal(named.exit, 1, named.stderr);
    assert.match(named.stdout, /removed-api/);
    const spaced = await type(`targets --catalogue ${nextVersion} --target ${next}`);
    assert.match(spaced.stdout, new RegExp(`^Kubernetes ${next}$`, 'm'));
    assert.equal(server.requests.length, asked, 'only catalogue asks anybody');
  });

  it('are pinned in the lock file beside added definitions, and installed as pinned', async () => {
    server.answer(published(archive));
    assert.equal((await type('catalogue update --pin')).exit, 0);
    const lock: unknown = JSON.parse(readFileSync(join(workspace.path, '.kubecompat.lock'), 'utf8'));
    assert.deepEqual(object(lock)['catalogue'], {
      version: nextVersion,
      integrity: sha512(archive),
      resolved: `${server.url}/c.tgz`,
    });
    const schema: object = JSON.parse(readFileSync(new URL('../../schemas/lock.schema.json', import.meta.url), 'utf8'));
    assert.ok(new Ajv().validate(schema, lock), 'as its schema says');
    assert.equal((await type(`check a.yaml --target ${next}`)).exit, 1, 'the pin counts');
    assert.equal((await type(`check a.yaml --target ${next} --catalogue=built-in`)).exit, 2, 'a flag beats it');
    assert.match(
      (await type('catalogue')).stdout,
      new RegExp(`${nextVersion} +${next}\\.0 +in use, by \\.kubecompat\\.lock`),
    );
    workspace.write('crds/a.yaml', lampDefinition('properties: { watts: { type: integer } }'));
    assert.equal((await type('crds add ./crds --name=lamps')).exit, 0);
    assert.match(readFileSync(join(workspace.path, '.kubecompat.lock'), 'utf8'), /"catalogue"/, 'adding keeps the pin');

    rmSync(installed(), { recursive: true });
    const gone = await type(`check a.yaml --target ${next}`);
    assert.equal(gone.exit, 2);
    assert.match(
      gone.stderr,
      new RegExp(`\\.kubecompat\\.lock: the catalogue ${nextVersion} is not installed\n.*catalogue install`),
    );
    assert.equal((await type('catalogue install')).exit, 0);
    assert.equal((await type(`check a.yaml --target ${next}`)).exit, 1);

    assert.equal((await type('catalogue unpin')).exit, 0);
    assert.equal((await type(`check a.yaml --target ${next}`)).exit, 2);
    assert.equal((await type(`catalogue pin ${nextVersion}`)).exit, 0);
    assert.equal((await type('catalogue unpin')).exit, 0);
    assert.equal((await type(`catalogue remove ${nextVersion}`)).exit, 0);
    assert.deepEqual(inFolder(), []);
  });

  it('are not installed if their content differs from the pinned one', async () => {
    server.answer(published(archive));
    await type('catalogue update --pin');
    rmSync(installed(), { recursive: true });
    const other = await tarGz({ 'package/package.json': '{}' });
    server.answer(published(other));
    const run = await type('catalogue install');
    assert.equal(run.exit, 2);
    assert.match(run.stderr, /is not the one that is pinned/);
    assert.deepEqual(inFolder(), []);
  });

  it('are refused if they do not match the hash in the registry, or if there is none', async () => {
    await refused(archive, /does not match the hash in the registry/, sha512(Buffer.from('other')));
    await refused(archive, /states no SHA-512/, '');
    const cut = archive.subarray(0, archive.length / 2);
    await refused(cut, /the archive cannot be read/);
  });

  it('are refused with a remedy if they have a format that this build does not read', async () => {
    const newer = await changed(archive, (manifest) => {
      const formats = object(object(manifest['kubecompat'])['formats']);
      return { ...manifest, kubecompat: { ...object(manifest['kubecompat']), formats: { ...formats, catalog: 99 } } };
    });
    const run = await refused(newer, /has the format catalog 99; this build reads \d+/);
    assert.match(run.stderr, /update Kubecompat/);
    const older = await changed(archive, (manifest) => ({ ...manifest, kubecompat: { kubernetes: '1.0.0' } }));
    assert.match((await refused(older, /has the format catalog null/)).stderr, /catalogue update/);
    await refused(await changed(archive, (manifest) => ({ ...manifest, name: 'other' })), /is not a catalogue/);
    await refused(await changed(archive, (manifest) => ({ ...manifest, version: '1.1.1' })), /says that it is 1\.1\.1/);
  });

  it('are refused if a file is missing or differs from its hash', async () => {
    const without = await changed(archive, (manifest) => manifest, ['crds/index.json']);
    await refused(without, /lacks crds\/index\.json/);
    const other = await changed(archive, (manifest) => {
      const about = object(manifest['kubecompat']);
      return { ...manifest, kubecompat: { ...about, files: { ...object(about['files']), 'catalog.json': '0' } } };
    });
    await refused(other, /has a different catalog\.json than it states/);
  });

  it('are reported and not used if they are damaged on the disk', async () => {
    server.answer(published(archive));
    await type('catalogue update');
    writeFileSync(join(installed(), nextVersion, 'catalog.json'), '{');
    const run = await type(`check a.yaml --catalogue=${nextVersion}`);
    assert.equal(run.exit, 2);
    assert.match(run.stderr, /has a damaged catalog\.json/);
    assert.match((await type('catalogue')).stdout, /damaged/);
    assert.match((await type('catalogue update')).stdout, /^installed /, 'another download puts it right');
  });

  it('are requested only from the registry of the user, not of the workspace', async () => {
    workspace.write('.npmrc', `registry=${server.url}/workspace/\n`);
    server.answer({ ...published(archive) });
    home.write('.npmrc', `registry=${server.url}\n`);
    const run = await type('catalogue update', { npm_config_registry: '' });
    assert.equal(run.exit, 0, run.stderr);
    assert.ok(
      server.requests.every((request) => !request.includes('workspace')),
      server.requests.join(),
    );
    const flag = await type(`catalogue update --registry=${server.url}/other`);
    assert.equal(flag.exit, 2);
    assert.equal(server.requests.at(-1), 'GET /other/kubecompat-catalogue');
  });

  it('stay in use if the registry is unreachable, and nothing is written', async () => {
    server.answer(published(archive));
    assert.equal((await type('catalogue update --pin')).exit, 0);
    const away = { npm_config_registry: 'http://127.0.0.1:9' };
    const update = await type('catalogue update', away);
    assert.equal(update.exit, 2, update.stdout);
    assert.match(update.stderr, /127\.0\.0\.1:9/);
    assert.doesNotMatch(update.stderr, /\n {4}at /, 'no stack trace');
    assert.deepEqual(inFolder(), [nextVersion]);
    assert.equal((await type('catalogue install', away)).exit, 0, 'what is pinned is there');
    assert.equal((await type(`check a.yaml --target ${next}`, away)).exit, 1);
  });

  it('are reported with a remedy if they do not exist or are something else', async () => {
    server.answer({});
    assert.match((await type('catalogue update')).stderr, /the registry has no package kubecompat-catalogue/);
    server.answer(published(archive));
    assert.match((await type('catalogue update 1.2.3')).stderr, /has no version 1\.2\.3/);
    assert.match((await type('catalogue update ../../x')).stderr, /is not the version of a catalogue/);
    assert.match((await type('catalogue pin 1.2.3')).stderr, /is not installed/);
    assert.match((await type('catalogue remove 1.2.3')).stderr, /is not installed/);
    assert.match((await type('catalogue install')).stderr, /no \.kubecompat\.lock pins a catalogue here/);
    assert.match((await type('catalogue fly')).stderr, /catalogue does not take "fly"/);
    assert.match((await type('check a.yaml --catalogue')).stderr, /--catalogue needs a value/);
    assert.match((await type('check a.yaml --catalogue=1.2.3')).stderr, /is not installed\n.*catalogue update 1\.2\.3/);
    assert.match((await type('check a.yaml --catalogue=.')).stderr, /is not a catalogue/);
  });
});

/** An archive with another manifest, and without some files. */
async function changed(
  archive: Buffer,
  change: (manifest: Readonly<Record<string, unknown>>) => object,
  without: readonly string[] = [],
): Promise<Buffer> {
  const files: Record<string, string> = {};
  await readArchive(archive, 'tar.gz', true, {
    isWanted: (name) => !without.includes(name),
    take: (name, bytes) => {
      files[`package/${name}`] = Buffer.from(bytes).toString('utf8');
    },
  });
  const manifest = object(JSON.parse(files['package/package.json'] ?? '{}'));
  return tarGz({ ...files, 'package/package.json': JSON.stringify(change(manifest)) });
}
