import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formula } from '../../scripts/formula.mjs';
import { programName } from '../../server/src/cli/output/programName.ts';
import { documentsOf, needsShell } from './shell.ts';

interface Plugin {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly version: string;
    readonly platforms: readonly {
      readonly selector: { readonly matchLabels: Readonly<Record<'os' | 'arch', string>> };
      readonly uri: string;
      readonly sha256: string;
      readonly bin: string;
    }[];
  };
}

describe('the plugin of kubectl', () => {
  it('prints the name by which it was called', () => {
    assert.deepEqual(
      ['/usr/bin/kubectl-compat', 'C:\\bin\\kubectl-compat.cmd', '/usr/bin/kubecompat', '/app/dist/cli.js', ''].map(
        (started) => programName(started),
      ),
      ['kubectl compat', 'kubectl compat', 'kubecompat', 'kubecompat', 'kubecompat'],
    );
  });

  it('is packed with a manifest for krew, and runs as krew installs it', function () {
    needsShell(this);
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-krew-'));
    try {
      const built = join(folder, 'built');
      mkdirSync(built);
      writeFileSync(join(built, 'cli.js'), '#!/usr/bin/env node\nconsole.log(process.argv.slice(1).join(" "));\n');
      chmodSync(join(built, 'cli.js'), 0o755);
      writeFileSync(join(built, 'extension.cjs'), '');
      const out = join(folder, 'out');
      const address = 'https://example.com/releases/kubectl-compat.tar.gz';
      const run = spawnSync(process.execPath, ['scripts/krew.mjs', address, built, out], { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stderr);
      const [plugin] = documentsOf<Plugin>(join(out, 'compat.yaml'));
      const [platform] = plugin?.spec.platforms ?? [];
      assert.equal(plugin?.metadata.name, 'compat');
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      assert.equal(plugin.spec.version, `v${version}`);
      const archive = readFileSync(join(out, 'kubectl-compat.tar.gz'));
      assert.equal(platform?.sha256, createHash('sha256').update(archive).digest('hex'));
      assert.equal(platform.uri, address);
      const store = join(folder, 'store');
      const bin = join(folder, 'bin');
      for (const folder of [store, bin]) mkdirSync(folder);
      const unpacked = spawnSync('tar', ['-xzf', join(out, 'kubectl-compat.tar.gz'), '-C', store]);
      assert.equal(unpacked.status, 0);
      symlinkSync(join(store, platform.bin), join(bin, 'kubectl-compat'));
      const ran = spawnSync(join(bin, 'kubectl-compat'), ['check', '.'], { encoding: 'utf8' });
      assert.equal(ran.stdout, `${join(bin, 'kubectl-compat')} check .\n`);
      assert.equal(spawnSync('ls', [join(store, 'dist')], { encoding: 'utf8' }).stdout, 'cli.js\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('needs no Node.js if there is an executable for the system', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-krew-'));
    try {
      const executable = join(folder, 'kubecompat-1.2.3-linux-x64.tar.gz');
      writeFileSync(executable, 'packed');
      const built = join(folder, 'built');
      mkdirSync(built);
      writeFileSync(join(built, 'cli.js'), '');
      const address = 'https://example.com/r/kubectl-compat.tar.gz';
      const args = ['scripts/krew.mjs', address, built, join(folder, 'out'), `linux-x64=${executable}`];
      const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.equal(run.status, 0, run.stderr);
      const [plugin] = documentsOf<Plugin>(join(folder, 'out/compat.yaml'));
      assert.deepEqual(
        plugin?.spec.platforms.map(({ selector, uri, bin }) => [...Object.values(selector.matchLabels), uri, bin]),
        [
          ['linux', 'amd64', 'https://example.com/r/kubecompat-1.2.3-linux-x64.tar.gz', 'kubecompat'],
          ['linux', 'arm64', address, 'dist/cli.js'],
          ['darwin', 'amd64', address, 'dist/cli.js'],
          ['darwin', 'arm64', address, 'dist/cli.js'],
        ],
      );
      const sum = createHash('sha256').update('packed').digest('hex');
      assert.equal(plugin.spec.platforms[0]?.sha256, sum);

      const npmArchive = join(folder, 'kubecompat-1.2.3.tgz');
      writeFileSync(npmArchive, 'package');
      const both = formula({
        version: '1.2.3',
        npmArchive,
        executables: { 'linux-x64': executable, 'win32-x64': executable },
        address: 'https://example.com/r',
      });
      const [single = '', ofNpm = ''] = both.split('  else\n');
      assert.match(
        single,
        /if OS\.linux\? && Hardware::CPU\.intel\?\n {4}url ".*\/kubecompat-1\.2\.3-linux-x64\.tar\.gz"\n/,
      );
      assert.ok(single.includes(`sha256 "${sum}"`) && !single.includes('node'));
      assert.match(ofNpm, /^ {4}url ".*\/kubecompat-1\.2\.3\.tgz"\n {4}sha256 ".*"\n {4}depends_on "node"\n {2}end\n/);
      const alone = formula({ version: '1.2.3', npmArchive, executables: {}, address: 'https://example.com/r' });
      assert.match(alone, /^ {2}url .*\n {2}sha256 .*\n {2}depends_on "node"\n\n {2}def install$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is not packed without its files', () => {
    const without = spawnSync(process.execPath, ['scripts/krew.mjs'], { encoding: 'utf8' });
    assert.equal(without.status, 2);
    const unbuilt = spawnSync(process.execPath, ['scripts/krew.mjs', 'https://example.com/a.tar.gz', '/nowhere'], {
      encoding: 'utf8',
    });
    assert.equal(unbuilt.status, 1);
    assert.match(unbuilt.stderr, /run npm run build first/);
  });
});
