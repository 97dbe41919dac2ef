import assert from 'node:assert/strict';
import { definitionThatKeepsAll, withDefinitionsOf, withReleasesOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { crdSets } from '../../targets/crds.ts';
import { readCrdSet } from '../../workspace/shipped/crdSetFile.ts';
import { definitionAt, spansInclude } from './definitionAt.ts';
import { unchangedSince } from './schemas.ts';

function found(text: string, surface: ApiSurface): readonly string[] {
  const { resources, notJudged } = analyze(text, inputs('a.yaml', [surface]));
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return [
    ...findings.map(({ code, consequence, message }) => `${code} ${consequence}: ${message}`),
    ...notJudged.map(({ reason }) => reason),
  ];
}

const any = (target = '1.37') => withReleasesOf(surfaceOf(target));
const certificate = (version: string, spec: string, kind = 'Certificate') =>
  `apiVersion: cert-manager.io/${version}\nkind: ${kind}\nmetadata: { name: a }\nspec: { secretName: a, issuerRef: { name: a }${spec} }\n`;

describe('a custom resource of a known project without a named release', () => {
  it('has no findings if one release accepts it', () => {
    // New in v1.18.
    assert.deepEqual(found(certificate('v1', ', signatureAlgorithm: SHA256WithRSA'), any()), []);
    assert.deepEqual(found(certificate('v1', ''), any()), []);
  });

  it('has a warning if no release accepts it, with the nearest name', () => {
    const [finding, ...others] = found(certificate('v1', ', dnsName: [a]'), any());
    assert.match(
      finding ?? '',
      /^unknown-field release-dependent: No release of cert-manager from v1\.0\.4 to v1\.21\.1/,
    );
    assert.match(finding ?? '', /Did you mean "dnsNames"/);
    assert.deepEqual(others, []);
  });

  it('has an error for metadata, which is the same in every release', () => {
    const text = certificate('v1', '').replace('{ name: a }\nspec', '{ name: A_B }\nspec');
    assert.match(found(text, any()).join(), /^invalid-value invalid: metadata\.name/);
  });

  it('is reported if newer releases no longer serve its version', () => {
    assert.deepEqual(found(certificate('v1alpha2', ''), any()), [
      'outdated-custom-version release-dependent: cert-manager v1.6.3 no longer serves cert-manager.io/v1alpha2 Certificate',
    ]);
  });

  it('is reported if its version never existed, but not if it may be a future one', () => {
    assert.match(
      found(certificate('v1beta9', ''), any()).join(),
      /^custom-version-not-served release-dependent: No release/,
    );
    assert.deepEqual(found(certificate('v2', ''), any()), ['custom-resource']);
    assert.deepEqual(found(certificate('v2alpha1', ''), any()), ['custom-resource']);
  });

  it('is reported if its kind is similar to one of a completely known group, and not otherwise', () => {
    assert.match(
      found(certificate('v1', '', 'Certificat'), any()).join(),
      /^unknown-custom-kind release-dependent: No release/,
    );
    assert.deepEqual(found(certificate('v1', '', 'Voucher'), any()), ['custom-resource']);
    assert.deepEqual(found(certificate('v1', '', 'CertificateList'), any()), ['custom-resource']);
  });

  it('is checked against a named release, or against definitions if there are any', () => {
    const named = withReleasesOf(surfaceOf('1.37,crds=cert-manager=v1.16'));
    assert.match(
      found(certificate('v1', ', dnsName: [a]'), named).join(),
      /^unknown-field unknown-field: "dnsName" is not/,
    );
    const definition = definitionThatKeepsAll('cert-manager.io', 'v1', 'Certificate');
    const defined = withReleasesOf(withDefinitionsOf(surfaceOf('1.37'), definition));
    assert.deepEqual(found(certificate('v1', ', dnsName: [a]'), defined), []);
  });

  it('has no findings if a release that the server accepts preserves unknown fields', () => {
    const service =
      'apiVersion: networking.istio.io/v1alpha3\nkind: VirtualService\nmetadata: { name: a }\nspec: { nonsense: 1 }\n';
    assert.deepEqual(found(service, any('1.21')), []);
    assert.match(found(service, any('1.37')).join(), /"nonsense" is not a field/);
  });

  it('is not checked if the newest release lacks its kind, which another project may define', () => {
    const old = 'apiVersion: integreatly.org/v1alpha1\nkind: Grafana\nmetadata: { name: a }\nspec: { nonsense: 1 }\n';
    assert.deepEqual(found(old, any()), [
      'announced-deprecation release-dependent: Grafana Operator v5.0 removed integreatly.org/v1alpha1 Grafana',
      'custom-resource',
    ]);
  });

  it('has no findings for a field whose name has a dot, which the facts cannot distinguish from a path', () => {
    const grafana = `apiVersion: integreatly.org/v1alpha1
kind: Grafana
metadata: { name: a }
spec: { config: { auth.anonymous: { enabled: true } } }
`;
    const named = withReleasesOf(surfaceOf('1.37,crds=grafana-operator=v4.10'));
    assert.deepEqual(
      found(grafana, named).filter((code) => code.startsWith('unknown-field')),
      [],
    );
  });
});

describe('the releases of a set', () => {
  it('have one schema if and only if nothing differs', () => {
    for (const set of crdSets.filter(({ name }) => ['cert-manager', 'gateway-api', 'keda'].includes(name))) {
      const pack = readCrdSet(set.name);
      // Schemas are shared by pack: each release gets a separate one.
      const packs = set.releases.map(() => ({ ...pack }));
      for (const row of pack.definitions) {
        for (const channel of row.channels) {
          const releases = set.releases.flatMap((_, release) => (spansInclude(channel.in, release) ? [release] : []));
          const messages = new Map<string, string>();
          for (const release of releases) {
            const at = definitionAt(
              set,
              packs[release] ?? pack,
              { row, channel, release },
              { label: '', file: undefined, isPartial: true },
            );
            for (const { name, schema } of at.versions) {
              const node = channel.schemas[name];
              if (node === undefined) continue;
              const key = `${name} ${unchangedSince(pack, node, release)}`;
              const text = JSON.stringify(schema, (_key, value: unknown) =>
                value instanceof Map ? [...value] : value,
              );
              assert.equal(messages.get(key) ?? text, text, `${set.name} ${row.kind} ${key}`);
              messages.set(key, text);
            }
          }
        }
      }
    }
  });
});
