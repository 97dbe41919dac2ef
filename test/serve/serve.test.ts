import assert from 'node:assert/strict';
import { type Value, valueAt } from '../../server/src/conversion/value.ts';
import { httpRecording } from '../support/replayServer.ts';
import { Served } from '../support/served.ts';
import { listOf, mapOf } from '../support/values.ts';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const applying = { 'content-type': 'application/apply-patch+yaml' };

function deployment(spec: object = {}) {
  const labels = { app: 'shop' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', namespace: 'default' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'shop', image: 'shop:1' }] } },
      ...spec,
    },
  };
}

/** What is compared of aggregated discovery; recordings are without watches and some subresources. */
function resourcesIn(discovery: Value): readonly string[] {
  const fields = ['resource', 'scope', 'singularResource', 'shortNames', 'categories', 'responseKind'];
  const rows = listOf(mapOf(discovery)['items']).flatMap((group) =>
    listOf(mapOf(group)['versions']).flatMap((version) =>
      listOf(mapOf(version)['resources']).map((each) => {
        const { name } = mapOf(mapOf(group)['metadata']);
        return JSON.stringify([name, mapOf(version)['version'], ...fields.map((field) => mapOf(each)[field])]);
      }),
    ),
  );
  return rows.sort();
}

describe('serve', () => {
  let served: Served;

  before(async () => {
    served = await Served.start([
      ['1.37', ['--emulated-version=1.35']],
      ['1.34', []],
    ]);
  });

  const others: Served[] = [];
  const start = async (...targets: Parameters<typeof Served.start>[0]) => {
    const own = await Served.start(targets);
    others.push(own);
    return own;
  };

  after(() => Promise.all([served, ...others].map((each) => each.close())));

  it('discovers what recorded servers do', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    for (const name of ['1.37-emulating-1.35', '1.34']) {
      const { answers, flags } = httpRecording(name);
      const own = await start([name.slice(0, 4), flags.filter((flag) => /^--(?:emulated|runtime|feature)/.test(flag))]);
      for (const path of ['/api', '/apis']) {
        const { status, body } = await own.ask('GET', path, undefined, { accept });
        assert.equal(status, 200);
        const recorded: Value = JSON.parse(JSON.stringify(answers[path]));
        assert.deepEqual(resourcesIn(body), resourcesIn(recorded));
      }
    }
  });

  it('serves each target at its own address with one token', async () => {
    const minors = await Promise.all([0, 1].map((index) => served.ask('GET', '/version', undefined, {}, index)));
    assert.deepEqual(
      minors.map(({ at }) => `${at('minor')} ${at('emulationMinor')}`),
      ['37 35', '34 34'],
    );
  });

  it('refuses other hosts, other tokens and unknown paths', async () => {
    assert.equal((await served.ask('GET', '/version', undefined, { host: 'example.com' })).status, 403);
    assert.equal((await served.ask('GET', '/version', undefined, { authorization: 'Bearer other' })).status, 401);
    assert.equal((await served.ask('GET', '/apis/extensions/v1beta1/ingresses')).status, 404);
  });

  it('answers a dry-run create with the stored object, and keeps nothing', async () => {
    const { status, at } = await served.ask('POST', `${deployments}?dryRun=All`, deployment());
    assert.equal(status, 201);
    assert.equal(at('spec.replicas'), 1);
    assert.equal(at('spec.template.spec.containers.0.imagePullPolicy'), 'IfNotPresent');
    assert.equal(at('metadata.generation'), 1);
    assert.equal(at('metadata.resourceVersion'), undefined);
    assert.equal((await served.ask('GET', `${deployments}/shop`)).status, 404);
  });

  it('says what validation refuses, with causes', async () => {
    const { status, at } = await served.ask('POST', `${deployments}?dryRun=All`, deployment({ replicas: -1 }));
    assert.equal(status, 422);
    assert.deepEqual(at('details.causes'), [
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: must be greater than or equal to 0',
        field: 'spec.replicas',
      },
    ]);
    assert.equal(
      at('message'),
      'Deployment.apps "shop" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
  });

  it('treats unknown fields as fieldValidation says', async () => {
    const ask = (mode: string) =>
      served.ask('POST', `${deployments}?dryRun=All&fieldValidation=${mode}`, deployment({ size: 1 }));
    const [strict, warned, ignored] = await Promise.all([ask('Strict'), ask('Warn'), ask('Ignore')]);
    assert.equal(strict.status, 400);
    assert.match(String(strict.at('message')), /strict decoding error: unknown field "spec\.size"$/);
    assert.deepEqual([warned.status, warned.warnings], [201, ['299 - "unknown field \\"spec.size\\""']]);
    assert.deepEqual([ignored.status, ignored.warnings], [201, []]);
    assert.equal(warned.at('spec.size'), undefined);
  });

  it('warns of deprecated versions on every request', async () => {
    const { warnings } = await served.ask('GET', '/api/v1/namespaces/default/endpoints');
    assert.deepEqual(warnings, ['299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"']);
  });

  it('says in warnings what it cannot know', async () => {
    const path = '/apis/apps/v1/namespaces/elsewhere/deployments?dryRun=All';
    const { metadata, ...others } = deployment();
    const { warnings } = await served.ask('POST', path, { ...others, metadata: { name: metadata.name } });
    assert.match(warnings.join('\n'), /namespace elsewhere is not in the workspace/);
  });

  it('never pretends to do what it does not', async () => {
    const statuses = await Promise.all(
      [
        served.ask('GET', `${deployments}?watch=true`),
        served.ask('POST', '/api/v1/namespaces/default/pods/a/exec?command=ls'),
        served.ask('GET', '/api/v1/namespaces/default/pods/a/log'),
        served.ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {}),
        served.ask('PUT', deployments, deployment()),
        served.ask('POST', deployments, 'k8s', { 'content-type': 'application/vnd.kubernetes.protobuf' }),
      ].map(async (answer) => (await answer).status),
    );
    assert.deepEqual(statuses, [501, 501, 501, 501, 405, 415]);
  });

  it('keeps writes of a run: applies, conflicts, patches, scales and deletes', async () => {
    const own = await start(['1.37', []]);
    const apply = (manager: string, replicas: number, query = '') =>
      own.ask('PATCH', `${deployments}/shop?fieldManager=${manager}${query}`, deployment({ replicas }), applying);
    assert.equal((await apply('flux', 2)).status, 201);
    const conflict = await apply('helm', 3);
    assert.equal(conflict.status, 409);
    assert.equal(conflict.at('message'), 'Apply failed with 1 conflict: conflict with "flux": .spec.replicas');
    const forced = await apply('helm', 3, '&force=true');
    assert.equal(forced.at('spec.replicas'), 3);
    assert.equal(forced.at('metadata.generation'), 2);
    const managers = listOf(forced.at('metadata.managedFields')).map((entry) => {
      const { manager, operation, fieldsV1 } = mapOf(entry);
      return [manager, operation, JSON.stringify(fieldsV1).includes('f:replicas')].join(' ');
    });
    assert.deepEqual(managers.sort(), ['flux Apply false', 'helm Apply true']);

    const merge = { 'content-type': 'application/strategic-merge-patch+json' };
    const sidecar = { spec: { template: { spec: { containers: [{ name: 'log', image: 'log:1' }] } } } };
    const patched = await own.ask('PATCH', `${deployments}/shop`, sidecar, merge);
    const names = listOf(patched.at('spec.template.spec.containers')).map((container) => mapOf(container)['name']);
    assert.deepEqual(names.sort(), ['log', 'shop']);

    const immutable = await own.ask(
      'PUT',
      `${deployments}/shop`,
      deployment({ selector: { matchLabels: { app: 'x' } } }),
    );
    assert.equal(immutable.status, 422);
    const scale = await own.ask(
      'PATCH',
      `${deployments}/shop/scale`,
      { spec: { replicas: 7 } },
      { 'content-type': 'application/merge-patch+json' },
    );
    assert.deepEqual([scale.at('kind'), scale.at('spec.replicas')], ['Scale', 7]);
    assert.equal((await own.ask('POST', deployments, deployment())).status, 409);
    assert.deepEqual((await own.ask('GET', `${deployments}?labelSelector=app=none`)).at('items'), []);
    assert.equal((await own.ask('DELETE', `${deployments}/shop`)).at('status'), 'Success');
    assert.equal((await own.ask('GET', `${deployments}/shop`)).status, 404);
  });

  it('keeps objects with finalizers until an update removes them', async () => {
    const own = await start(['1.37', []]);
    const path = '/api/v1/namespaces/default/configmaps';
    const metadata = { name: 'kept', finalizers: ['example.com/a'] };
    await own.ask('POST', path, { metadata });
    const marked = await own.ask('DELETE', `${path}/kept`);
    assert.deepEqual([marked.at('kind'), marked.at('metadata.deletionGracePeriodSeconds')], ['ConfigMap', 0]);
    assert.match(marked.warnings.join('\n'), /configmaps kept is being deleted, and stays/);
    const again = await own.ask('POST', path, { metadata });
    assert.equal(again.at('message'), 'object is being deleted: configmaps "kept" already exists');
    await own.ask('PUT', `${path}/kept`, { metadata: { name: 'kept' } });
    assert.equal((await own.ask('GET', `${path}/kept`)).status, 404);
  });

  it('deletes by the options of a request', async () => {
    const own = await start(['1.37', []]);
    const path = '/apis/batch/v1/namespaces/default/jobs';
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] } };
    await own.ask('POST', path, { metadata: { name: 'job' }, spec: { template } });
    const remove = (options: object) => own.ask('DELETE', `${path}/job`, options);
    assert.equal((await remove({ preconditions: { uid: 'other' } })).status, 409);
    assert.equal((await remove({ propagationPolicy: 'Some' })).status, 422);
    const orphaned = await remove({ dryRun: ['All'] });
    assert.deepEqual(orphaned.at('metadata.finalizers'), ['orphan']);
    assert.match(orphaned.warnings.join('\n'), /child pods are preserved by default/);
    const gone = await remove({ propagationPolicy: 'Background' });
    assert.deepEqual([gone.at('status'), gone.warnings], ['Success', []]);
    assert.equal((await remove({})).status, 404);
  });

  it('makes up what the strategies of kinds do', async () => {
    const create = (resource: string, body: object) => served.ask('POST', `${resource}?dryRun=All`, body);
    const container = { name: 'a', image: 'a:1' };
    const classes = await Promise.all(
      [{}, { requests: { cpu: '1' } }, { limits: { cpu: '1', memory: '1Gi' } }].map((resources) =>
        create('/api/v1/namespaces/default/pods', {
          metadata: { name: 'a' },
          spec: { containers: [{ ...container, resources }] },
        }),
      ),
    );
    assert.deepEqual(
      classes.map(({ at }) => at('status.qosClass')),
      ['BestEffort', 'Burstable', 'Guaranteed'],
    );
    const job = await create('/apis/batch/v1/namespaces/default/jobs', {
      metadata: { name: 'a' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
    });
    const selected = mapOf(job.at('spec.selector.matchLabels'))['batch.kubernetes.io/controller-uid'];
    assert.equal(selected, job.at('metadata.uid'));
    // What the strategy adds has no manager.
    assert.doesNotMatch(JSON.stringify(job.at('metadata.managedFields')), /job-name/);
  });

  it('creates by a PUT what may be created so', async () => {
    const put = (resource: string) =>
      served.ask('PUT', `${resource}/a?dryRun=All`, { metadata: { name: 'a', namespace: 'default' } });
    const [endpoints, configMap] = await Promise.all([
      put('/api/v1/namespaces/default/endpoints'),
      put('/api/v1/namespaces/default/configmaps'),
    ]);
    assert.deepEqual([endpoints.status, configMap.status], [201, 404]);
  });

  it('names repeated keys as the decoder of YAML', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: b\n  a: c\n';
    const type = { 'content-type': 'application/yaml' };
    const { warnings, at } = await served.ask('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', yaml, type);
    assert.deepEqual(warnings, ['299 - "line 6: key \\"a\\" already set in map"']);
    assert.equal(at('data.a'), 'c');
  });

  it('serves the kind of a definition that a client creates', async () => {
    const own = await start(['1.37', []]);
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'lamps.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Lamp', plural: 'lamps' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { watts: { type: 'integer', maximum: 60 } } } },
          },
        ],
      },
    };
    const lamps = '/apis/example.com/v1/namespaces/default/lamps';
    const lamp = (watts: number) => ({ apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name: 'a' }, watts });
    assert.equal((await own.ask('POST', lamps, lamp(1))).status, 404);
    assert.equal(
      (await own.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)).status,
      201,
    );
    assert.equal((await own.ask('POST', lamps, lamp(100))).status, 422);
    assert.equal((await own.ask('POST', lamps, lamp(40))).status, 201);
    assert.equal((await own.ask('GET', lamps)).at('kind'), 'LampList');
    const { body } = await own.ask('GET', '/openapi/v3/apis/example.com/v1');
    const watts = ['components', 'schemas', 'com.example.v1.Lamp', 'properties', 'watts'];
    assert.deepEqual(valueAt(body, watts), { type: 'integer' });
  });
});
