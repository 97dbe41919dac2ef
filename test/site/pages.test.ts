import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkCodes } from '../../server/src/checks/checkCodes.ts';
import { commands } from '../../server/src/cli/commands.ts';
import { crdSets } from '../../server/src/targets/crds.ts';
import { fieldAnchor, findingPagePath, kindPagePath } from '../../server/src/targets/sitePages.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { readCrdSet } from '../../server/src/workspace/shipped/crdSetFile.ts';
import { madeSite } from './madeSite.ts';

describe('the pages of the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-site-'));
  let site: string;
  let files: ReadonlySet<string>;
  const read = (path: string) => readFileSync(join(site, path), 'utf8');

  before(async () => {
    site = await madeSite(folder);
    const all = readdirSync(site, { recursive: true, encoding: 'utf8' });
    files = new Set(all.map((file) => file.replaceAll('\\', '/')));
  });

  after(() => rmSync(folder, { recursive: true }));

  it('have only relative links to existing pages', () => {
    const broken: string[] = [];
    let links = 0;
    const anchors = new Map<string, ReadonlySet<string>>();
    const idsOf = (path: string) => {
      let ids = anchors.get(path);
      if (ids === undefined) {
        ids = new Set([...read(path).matchAll(/ id="?([^\s">]+)/g)].map(([, id = '']) => id));
        anchors.set(path, ids);
      }
      return ids;
    };
    for (const path of files) {
      if (!path.endsWith('.html')) continue;
      for (const [, link = ''] of read(path).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(link)) continue;
        links++;
        const [target = '', hash] = link.split('#', 2);
        const to = target === '' ? path : posix.join(posix.dirname(path), target);
        if (link.startsWith('/') || !files.has(to)) broken.push(`${path}: ${link}`);
        else if (hash !== undefined && to.endsWith('.html') && !idsOf(to).has(decodeURIComponent(hash))) {
          broken.push(`${path}: ${link}`);
        }
      }
    }
    assert.ok(links > 10_000);
    assert.deepEqual(broken.slice(0, 20), []);
  });

  it('have a content security policy, and nothing that it forbids', () => {
    for (const path of files) {
      if (!path.endsWith('.html')) continue;
      const text = read(path);
      assert.match(
        text,
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';/,
        path,
      );
      assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| style="| on[a-z]+="|javascript:/i, path);
    }
  });

  it('exist for every kind, code, gate and command', () => {
    const catalog = readCatalog();
    const kinds = [
      ...catalog.kinds.filter(({ listOf }) => listOf === undefined),
      ...crdSets.flatMap(({ name }) => readCrdSet(name).definitions),
    ];
    assert.ok(kinds.length > 1_300);
    for (const { group, kind } of kinds) assert.ok(files.has(kindPagePath(group, kind)), `${group}/${kind}`);
    for (const code of checkCodes.keys()) assert.ok(files.has(findingPagePath(code)), code);
    const gates = read('gates.html');
    for (const name of catalog.gates.keys()) assert.ok(gates.includes(`id="${name}"`), name);
    const help = read('commands.html');
    for (const { name } of commands) assert.ok(help.includes(`id="${name}"`), name);
  });

  it('have every field of the newest binary', () => {
    const catalog = readCatalog();
    for (const facts of catalog.kinds.filter(({ served }) => served.length > 0)) {
      const root = catalog.rootType(catalog.newest, facts);
      if (root === undefined || facts.served.at(-1)?.last !== undefined) continue;
      const page = read(kindPagePath(facts.group, facts.kind));
      for (const [name, { type }] of root.fields) {
        assert.ok(page.includes(`id=${name}>`), `${facts.kind}: ${name}`);
        if (type.kind !== 'object') continue;
        for (const below of type.type.fields.keys()) {
          const path = fieldAnchor(`${name}.${below}`);
          assert.ok(page.includes(`id=${path}>`) || page.includes(`id="${path}">`), `${facts.kind}: ${path}`);
        }
      }
    }
  });

  it('show which fields are gated, defaulted, immutable, deprecated and converted', () => {
    const rowOf = (page: string, field: string) =>
      read(page)
        .split('\n')
        .find((line) => line.startsWith(`<tr id=${field}>`))
        ?.replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim();
    const deployment = kindPagePath('apps', 'Deployment');
    assert.match(rowOf(deployment, 'spec.replicas') ?? '', /int32 default 1$/);
    assert.match(rowOf(deployment, 'spec.selector') ?? '', /required v1, v1beta2 immutable$/);
    assert.match(rowOf(deployment, 'spec.template.spec.serviceAccount') ?? '', /deprecated/);
    assert.match(
      rowOf(kindPagePath('apps', 'StatefulSet'), 'spec.updateStrategy.rollingUpdate.maxUnavailable') ?? '',
      /v1 1\.24 on gate MaxUnavailableStatefulSet : alpha 1\.24/,
    );
    assert.match(read(deployment), /spec\.revisionHistoryLimit defaults to 10 instead of 2</);
    assert.match(read(kindPagePath('policy', 'PodDisruptionBudget')), /<code>policy\/v1beta1<\/code><td>1\.8 – 1\.24/);
    const gateway = read(kindPagePath('gateway.networking.k8s.io', 'HTTPRoute'));
    assert.match(gateway, /<small>experimental channel<\/small>/);
    assert.match(rowOf(kindPagePath('cert-manager.io', 'Certificate'), 'spec.issuerRef.name') ?? '', /required/);
  });

  it('have entry pages below 200 kB compressed, with everything that they load at first', () => {
    for (const path of [
      'index.html',
      'kinds/index.html',
      kindPagePath('', 'Pod'),
      'findings/index.html',
      'gates.html',
    ]) {
      const text = read(path);
      const loaded = [...text.matchAll(/<(?:script src|link rel="(?:icon|stylesheet)" href)="([^"]+)"/g)].map(
        ([, link = '']) => posix.join(posix.dirname(path), link),
      );
      assert.ok(loaded.length >= 2, path);
      const bytes = [path, ...loaded].map((file) => gzipSync(read(file)).length);
      assert.ok(bytes.reduce((sum, size) => sum + size, 0) < 200_000, `${path}: ${bytes}`);
    }
  });
});
