import assert from 'node:assert/strict';
import { minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { factAt, inSpans } from './catalog.ts';
import { loadCatalog } from './load.ts';
import type { ApiType } from './types.ts';

const catalog = readCatalog();
const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };

describe('loadCatalog', () => {
  it('refuses anything but a pack of its format', () => {
    for (const wrong of [undefined, null, [], {}, { format: 0 }, 'text'])
      assert.throws(() => loadCatalog(wrong), /catalog\.json/);
  });

  it('knows the minors of the facts', () => {
    assert.deepEqual([catalog.oldest, catalog.newest], [8, 37]);
  });

  it('finds a kind by its group, version and name', () => {
    const facts = catalog.kind(deployment);
    assert.equal(facts?.resource, 'deployments');
    assert.deepEqual(facts?.shortNames, ['deploy']);
    assert.equal(facts?.namespaced, true);
    assert.deepEqual(facts?.served, [{ first: 9 }]);
    assert.equal(catalog.kind({ ...deployment, version: 'v9' }), undefined);
  });

  it('lists the versions of a kind, the preferred one first', () => {
    const versions = catalog.kindsOf('apps', 'Deployment').map(({ version }) => version);
    assert.deepEqual(versions, ['v1', 'v1beta2', 'v1beta1']);
    assert.deepEqual(catalog.kindsOf('apps', 'Nothing'), []);
  });

  it("distinguishes Kubernetes' groups from others", () => {
    assert.ok(catalog.isBuiltInGroup(''));
    assert.ok(catalog.isBuiltInGroup('settings.k8s.io'));
    assert.ok(!catalog.isBuiltInGroup('example.com'));
  });

  it('knows when a kind was on by default', () => {
    const old = catalog.kind({ ...deployment, version: 'v1beta2' });
    assert.ok(old !== undefined);
    assert.deepEqual(
      [15, 16].map((binary) => factAt(old.enabledByDefault, minor(binary))),
      [true, false],
    );
    assert.deepEqual(
      [17, 18].map((binary) => inSpans(old.served, minor(binary))),
      [true, false],
    );
  });

  it('knows the kind that a list holds', () => {
    assert.equal(catalog.kind({ ...deployment, kind: 'DeploymentList' })?.listOf, 'Deployment');
    assert.equal(catalog.kind(deployment)?.listOf, undefined);
  });

  it('knows no binary outside its minors', () => {
    assert.throws(() => catalog.binary(minor((catalog.preview?.minor ?? catalog.newest) + 1)), RangeError);
  });

  it('limits emulation by the binary', () => {
    const floors = [30, 31, 32, 33, 34, 35, 37].map((binary) => catalog.binary(minor(binary)).emulationFloor);
    assert.deepEqual(floors, [undefined, 31, 31, 31, 31, 32, 34]);
  });

  it('knows the flags of a binary', () => {
    const knows = (binary: number, flag: string) => catalog.binary(minor(binary)).flags.has(flag);
    assert.deepEqual(
      [30, 31].map((binary) => knows(binary, 'emulated-version')),
      [false, true],
    );
    assert.deepEqual(
      [32, 33].map((binary) => knows(binary, 'emulation-forward-compatible')),
      [false, true],
    );
    assert.deepEqual(
      [34, 35].map((binary) => knows(binary, 'min-compatibility-version')),
      [false, true],
    );
  });

  it('has the defaults of a kind if they were measured', () => {
    const cases = catalog.defaults(deployment)?.cases ?? [];
    const plain = cases.find(({ object, when }) => object === 'empty' && when === undefined);
    assert.equal(factAt(plain?.values.get('spec.revisionHistoryLimit') ?? [], minor(37)), 10);
    assert.equal(catalog.defaults({ ...deployment, kind: 'Nothing' }), undefined);
  });

  it('has conversions and differences of shape', () => {
    const ingress = (fact: { from: { group: string; kind: string } }) =>
      fact.from.group === 'extensions' && fact.from.kind === 'Ingress';
    assert.ok(catalog.conversions.some(ingress));
    assert.ok(catalog.shapeChanges.some(({ added }) => added.includes('spec.defaultBackend')));
  });
});

describe('the types of a binary', () => {
  it('are the same objects every time', () => {
    const first = field(catalog.rootType(minor(37), deployment), 'spec');
    const second = field(catalog.rootType(minor(37), deployment), 'spec');
    assert.equal(first, second);
    assert.equal(first.type, second.type);
    assert.notEqual(field(catalog.rootType(minor(36), deployment), 'spec'), first);
  });

  it('have the fields of that binary', () => {
    const has = (binary: number) => catalog.type(minor(binary), 'core.v1.Container')?.fields.has('restartPolicy');
    assert.deepEqual([27, 28].map(has), [false, true]);
  });

  it('have the gates, list types and enumerations of a field', () => {
    const policy = field(catalog.type(minor(28), 'core.v1.Container'), 'restartPolicy');
    assert.deepEqual([policy.introduced, policy.last, policy.gates], [28, undefined, ['SidecarContainers']]);
    const ports = field(catalog.type(minor(37), 'core.v1.Container'), 'ports');
    assert.deepEqual([ports.listType, ports.listMapKeys], ['map', ['containerPort', 'protocol']]);
    const protocol = field(catalog.type(minor(37), 'core.v1.ContainerPort'), 'protocol');
    assert.deepEqual(
      protocol.enum?.map(({ value, introduced }) => [value, introduced]),
      [
        ['SCTP', 12],
        ['TCP', 8],
        ['UDP', 8],
      ],
    );
  });

  it('distinguish times with microseconds', () => {
    const renewTime = field(catalog.type(minor(37), 'coordination.v1.LeaseSpec'), 'renewTime');
    assert.deepEqual(renewTime.type, { kind: 'scalar', scalar: 'micro-time' });
  });

  it('let a JSON schema refer to itself, or to its alternatives', () => {
    const schema = catalog.type(minor(37), 'apiextensions.v1.JSONSchemaProps');
    const alternatives = ['additionalProperties', 'items', 'dependencies'].map((name) => {
      const { type } = field(schema, name);
      const union = type.kind === 'map' ? type.value : type;
      assert.ok(union.kind === 'schema-or' && union.schema === schema, name);
      return union.or;
    });
    assert.deepEqual(alternatives, ['boolean', 'schemas', 'strings']);
  });

  it('include the types of kinds that the binary serves only under emulation', () => {
    assert.ok(
      catalog.rootType(minor(34), { group: 'flowcontrol.apiserver.k8s.io', version: 'v1beta3', kind: 'FlowSchema' }),
    );
  });
});

function field(type: ApiType | undefined, name: string) {
  const found = type?.fields.get(name);
  assert.ok(found !== undefined, name);
  return found;
}
