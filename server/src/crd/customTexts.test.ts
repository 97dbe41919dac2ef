import assert from 'node:assert/strict';
import { readCustomFieldTexts } from '../../../scripts/customFieldTexts.mjs';
import { customFieldTexts } from '../../../test/harness/fieldTexts.ts';
import { crdSets } from '../targets/crds.ts';
import { readCrdSet } from '../workspace/shipped/crdSetFile.ts';
import { CustomTexts, customTextsFile } from './customTexts.ts';
import type { CrdSetPack } from './sets/pack.ts';

const { groups, notices } = customFieldTexts();

function textsOf(group: string): CustomTexts {
  const pack = groups.get(group);
  assert.ok(pack !== undefined, group);
  return new CustomTexts(pack);
}

/** The places below `spec` of a schema; types may have themselves below them. */
function pathsIn(pack: CrdSetPack, node: number, steps: readonly (string | number)[] = []): (string | number)[][] {
  const [, ...below] = pack.nodes[node] ?? [];
  if (steps.length > 20) return [];
  return below.flatMap((child, index) => {
    const name = index % 2 === 0 ? pack.names[child] : undefined;
    const next = below[index + 1];
    if (name === undefined || next === undefined || (steps.length === 0 && name !== 'spec')) return [];
    const at = [...steps, name === '[]' ? 0 : name === '{}' ? 'key' : name];
    return [...(name === '[]' || name === '{}' ? [] : [at]), ...pathsIn(pack, next, at)];
  });
}

describe('CustomTexts', () => {
  it('describes a field in lists, maps and shared types', () => {
    const certificates = textsOf('cert-manager.io');
    assert.match(certificates.ofField('Certificate', ['spec', 'secretName']) ?? '', /Secret resource/);
    assert.match(certificates.ofField('Certificate', ['spec', 'issuerRef', 'name']) ?? '', /name/i);
    const prometheus = textsOf('monitoring.coreos.com');
    const container = ['spec', 'containers', 0, 'resources', 'limits'];
    assert.match(prometheus.ofField('Prometheus', container) ?? '', /maximum amount of compute resources/);
    const routes = textsOf('gateway.networking.k8s.io');
    const parent = ['spec', 'parentRefs', 0, 'sectionName'];
    assert.match(routes.ofField('HTTPRoute', parent) ?? '', /name of a section within the target/i);
    const releases = textsOf('helm.toolkit.fluxcd.io');
    assert.match(releases.ofField('HelmRelease', ['spec', 'interval']) ?? '', /reconcile the Helm release/);
  });

  it('has no description of a field that does not exist', () => {
    const certificates = textsOf('cert-manager.io');
    for (const steps of [['spec', 'colour'], ['spec', 'colour', 'secretName'], ['spec', 'constructor'], ['metadata']]) {
      assert.equal(certificates.ofField('Certificate', steps), undefined, steps.join('.'));
    }
    assert.equal(certificates.ofField('Certificat', ['spec', 'secretName']), undefined);
    assert.equal(certificates.ofField('constructor', ['spec']), undefined);
  });

  it('reads the types of one group from several packages', () => {
    const argo = textsOf('argoproj.io');
    for (const kind of ['Application', 'Rollout', 'Workflow']) assert.ok(argo.ofField(kind, ['spec']), kind);
  });

  it('describes most fields of the newest releases', () => {
    let fields = 0;
    let described = 0;
    for (const { name } of crdSets) {
      const pack = readCrdSet(name);
      for (const { group, kind, channels } of pack.definitions) {
        const texts = groups.get(group);
        const [channel] = channels.filter(({ in: spans }) => spans.some(([, last]) => last < 0));
        const version = channel?.versions.at(-1)?.[1].find(({ storage }) => storage === true);
        const node = version && channel?.schemas[version.name];
        if (node === undefined || texts?.kinds[kind] === undefined) continue;
        const paths = pathsIn(pack, node);
        const known = new CustomTexts(texts);
        fields += paths.length;
        described += paths.filter((path) => known.ofField(kind, path) !== undefined).length;
      }
    }
    assert.ok(fields > 50_000 && described / fields > 0.8, `${described} of ${fields}`);
  });

  it('has a notice of each package, and is small', () => {
    for (const notice of notices) {
      assert.match(notice, /^Descriptions of \S+\/\S+, Copyright .*, licensed under the (?:Apache|MIT) License/);
    }
    const characters = [...groups.values()].map((pack) => JSON.stringify(pack).length);
    assert.ok(characters.reduce((sum, each) => sum + each, 0) < 3 * 2 ** 20);
    assert.ok(Math.max(...characters) < 2 ** 20);
  });

  it('is absent without its package', () => {
    const owner = { of: 'example/lamps', copyright: 'Copyright', license: 'MIT' };
    assert.equal(readCustomFieldTexts({ '@example/lamps': owner }, '/no/such/folder').groups.size, 0);
  });

  it('is found by names of groups only', () => {
    assert.equal(customTextsFile('cert-manager.io'), 'field-texts/cert-manager.io.json');
    for (const group of ['', 'apps', '../catalog', 'a..b', '.a', 'a/b.c', 'A.b']) {
      assert.equal(customTextsFile(group), undefined, group);
    }
  });
});
