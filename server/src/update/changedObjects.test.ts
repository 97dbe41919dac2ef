import assert from 'node:assert/strict';
import { messagesFor } from '../../../test/harness/changedObject.ts';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { oldObjectsOf } from './oldObjects.ts';
import type { Operation } from './writer.ts';

describe('updates of stored objects', () => {
  const priority = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'a' }, value: 1 };

  it('store the lower 32 bits of a number in a server-side apply, and refuse it otherwise', () => {
    const next = { ...priority, value: 4294967297 };
    assert.deepEqual(messagesFor(priority, next, 'apply'), [
      'dropped value: value is stored as 1: a server-side apply keeps the lower 32 bits of 4294967297',
    ]);
    assert.deepEqual(messagesFor(priority, next, 'replace'), [
      'undecodable value: value must be a 32-bit integer, not the number 4294967297',
    ]);
  });

  it('validate the lower 32 bits of a number', () => {
    const messages = messagesFor(priority, { ...priority, value: 4294967298 }, 'apply');
    assert.ok(
      messages.some((message) => message.startsWith('invalid value: ')),
      messages.join(),
    );
  });

  // Recorded from kube-apiserver 1.37.2, like the other kinds of the rule.
  it('validate generateName only as a path segment, except for kinds that validate all metadata', () => {
    const withPrefix = (object: { readonly metadata: object }, generateName: string) => ({
      ...object,
      metadata: { ...object.metadata, generateName },
    });
    const isRefused = (object: { readonly metadata: object }, prefix: string) =>
      messagesFor(object, withPrefix(object, prefix), 'replace').some((message) => message.startsWith('invalid '));
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    assert.deepEqual(
      ['..', 'A_', 'a/b', 'a%'].map((prefix) => [isRefused(priority, prefix), isRefused(configMap, prefix)]),
      [
        [false, true],
        [false, true],
        [true, true],
        [true, true],
      ],
    );
  });

  it('compare a manifest with the stored object of its version if there are others of the same name', () => {
    const driver = (apiVersion: string, driverName: string) =>
      JSON.stringify({
        apiVersion: `storage.k8s.io/${apiVersion}`,
        kind: 'VolumeAttributesClass',
        metadata: { name: 'gold' },
        driverName,
        parameters: { a: 'b' },
      });
    const [now, other] = [driver('v1', 'one'), driver('v1beta1', 'two')];
    const changes = (...files: readonly string[]) =>
      analyze(
        now,
        inputs('a.yaml', [surfaceOf('1.37')], {
          stored: oldObjectsOf(files.map((text, index) => ({ path: `${index}.yaml`, text }))),
        }),
      ).resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings.map(({ path }) => path)));
    assert.deepEqual(changes(now, other), []);
    assert.deepEqual(changes(other, now), []);
    assert.deepEqual(changes(other), ['driverName']);
  });

  it('validate the stored address of a Service', () => {
    const metadata = { name: 'a', uid: 'b' };
    const ports = [{ port: 80 }];
    const stored = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { clusterIP: 'None', clusterIPs: ['None'], ports },
    };
    const next = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { type: 'NodePort', ports } };
    for (const operation of ['apply', 'replace'] as const) {
      const messages = messagesFor(stored, next, operation);
      assert.ok(
        messages.some((message) => message.includes("may not be set to 'None' for NodePort services")),
        messages.join(),
      );
    }
  });

  it('of a Service that becomes an ExternalName may repeat its stored addresses, or omit one of them', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } };
    const ports = [{ port: 80 }];
    const ofAddresses = {
      clusterIP: 'None',
      clusterIPs: ['None'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    };
    const stored = { ...service, metadata: { name: 'a', uid: 'b' }, spec: { ...ofAddresses, ports } };
    const isRefused = (spec: object) =>
      messagesFor(
        stored,
        { ...service, spec: { type: 'ExternalName', externalName: 'a.b', ports, ...spec } },
        'apply',
      ).some((message) => message.startsWith('invalid spec.'));
    assert.equal(isRefused({}), false);
    assert.equal(isRefused({ clusterIP: 'None' }), false);
    assert.equal(isRefused({ clusterIP: 'None', clusterIPs: [] }), false);
    assert.equal(isRefused({ clusterIPs: ['None'] }), false);
    assert.equal(isRefused({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }), false);
    assert.equal(isRefused({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] }), true);
    assert.equal(isRefused({ ipFamilies: ['IPv6'] }), true);
  });

  it('of Pods may lower activeDeadlineSeconds, but neither raise nor remove it', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const containers = [{ name: 'a', image: 'i' }];
    const stored = { ...pod, metadata: { name: 'a', uid: 'b' }, spec: { activeDeadlineSeconds: 10, containers } };
    const of = (spec: object) => messagesFor(stored, { ...pod, spec: { containers, ...spec } }, 'replace');
    assert.deepEqual(of({ activeDeadlineSeconds: 5 }), []);
    assert.deepEqual(of({ activeDeadlineSeconds: 11 }), [
      'invalid spec.activeDeadlineSeconds: spec.activeDeadlineSeconds can only be lowered: it is 10 in the stored object and 11 here',
    ]);
    assert.deepEqual(of({}), [
      'invalid spec.activeDeadlineSeconds: spec.activeDeadlineSeconds is immutable: it is 10 in the stored object and absent here',
    ]);
  });

  it('of Pods may repeat a quantity that the server has rounded', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const podSpecWith = (cpu: string) => ({
      containers: [{ name: 'a', image: 'i', resources: { requests: { cpu } } }],
    });
    const stored = { ...pod, metadata: { name: 'a', uid: 'b' }, spec: podSpecWith('1001m') };
    assert.deepEqual(messagesFor(stored, { ...pod, spec: podSpecWith('1.0005') }, 'replace'), []);
    assert.equal(messagesFor(stored, { ...pod, spec: podSpecWith('1.0015') }, 'replace').length, 1);
  });

  it('of Pods keep omitted Pod-level resources if the gate is on', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const spec = { containers: [{ name: 'a', image: 'i', imagePullPolicy: 'Always' }] };
    const resources = { limits: { cpu: '2' }, requests: { cpu: '1' } };
    const stored = { ...pod, metadata: { name: 'a', uid: 'b' }, spec: { ...spec, resources } };
    const of = (target: string) => messagesFor(stored, { ...pod, spec }, 'replace', surfaceOf(target));
    assert.deepEqual(of('1.37'), []);
    assert.deepEqual(of('1.37,feature-gates=PodLevelResourcesFixDefaulting=false'), [
      'invalid spec: spec.resources is immutable: it is set in the stored object and absent here',
    ]);
  });

  it('of Pods may get the defaults of gated fields again', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const specWith = (probe: object, image: object) => ({
      containers: [
        { name: 'a', image: 'i', imagePullPolicy: 'Always', livenessProbe: { httpGet: { port: 80, ...probe } } },
      ],
      volumes: [{ name: 'v', image: { reference: 'r:1', ...image } }],
    });
    const found = (target: string, was: object, is: object) =>
      messagesFor(
        { ...pod, metadata: { name: 'a', uid: 'b' }, spec: was },
        { ...pod, spec: is },
        'replace',
        surfaceOf(target),
      );
    const absent = specWith({}, {});
    const pulled = specWith({}, { pullPolicy: 'IfNotPresent' });
    assert.deepEqual(found('1.36', pulled, absent), []);
    assert.equal(found('1.36', pulled, specWith({}, { pullPolicy: 'Never' })).length, 1);
    const probed = specWith({ protocol: 'HTTP1' }, { pullPolicy: 'IfNotPresent' });
    assert.deepEqual(found('1.37,feature-gates=H2CContainerProbe=true', probed, absent), []);
  });

  // Recorded from kube-apiserver 1.37.2: it accepts the apply, and refuses a PUT with the same label and without the
  // selector.
  it('of Jobs keep the generated selector and labels in an apply', () => {
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' } };
    const generated = { 'batch.kubernetes.io/controller-uid': 'b', 'batch.kubernetes.io/job-name': 'a' };
    const podSpec = { restartPolicy: 'Never', containers: [{ name: 'a', image: 'i' }] };
    const managedFields = [{ manager: 'kubectl', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: {} }];
    const stored = {
      ...job,
      metadata: { name: 'a', uid: 'b', managedFields },
      spec: {
        suspend: true,
        selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'b' } },
        template: { metadata: { labels: { a: 'b', ...generated } }, spec: podSpec },
      },
    };
    const spec = { suspend: true, manualSelector: true, template: { metadata: { labels: { a: 'b' } }, spec: podSpec } };
    const refused = (operation: Operation) =>
      messagesFor(stored, { ...job, spec }, operation).filter((message) => message.startsWith('invalid'));
    assert.deepEqual(refused('apply'), []);
    assert.ok(refused('replace').some((message) => message.includes('`selector` does not match template `labels`')));
  });

  it('are matched without the namespace if the stored object has none', () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' };
    const binding = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'a' },
      roleRef,
    };
    const stored = { ...binding, metadata: { name: 'a', uid: 'b' } };
    const next = { ...binding, metadata: { name: 'a', namespace: 'b' }, roleRef: { ...roleRef, name: 'b' } };
    assert.ok(messagesFor(stored, next, 'apply').some((message) => message.startsWith('invalid roleRef')));
  });

  it('of Pods have the imagePullPolicy of the new tag, unless a plugin sets it', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const container = { name: 'a', image: 'nginx:1.29', imagePullPolicy: 'IfNotPresent' };
    const stored = { ...pod, metadata: { name: 'a', uid: 'b' }, spec: { containers: [container] } };
    const withImage = (image: string) => ({ ...pod, spec: { containers: [{ name: 'a', image }] } });
    const isRefused = (image: string, surface?: ApiSurface) =>
      messagesFor(stored, withImage(image), 'replace', surface).some((message) =>
        message.includes('imagePullPolicy is immutable'),
      );
    assert.equal(isRefused('nginx:1.30'), false);
    assert.equal(isRefused('registry:5000/a/nginx@sha256:0123456789abcdef'), false);
    assert.equal(isRefused('nginx:latest'), true);
    assert.equal(isRefused('registry:5000/a/nginx'), true);
    assert.equal(isRefused('-x'), false);
    assert.equal(isRefused('Foo/nginx'), true);
    assert.equal(isRefused('nginx@sha256:1'), false);
    assert.equal(isRefused('nginx:latest', surfaceOf('1.37,enable-admission-plugins=AlwaysPullImages')), false);
  });

  it('of Ingresses may have an annotation and a different class', () => {
    const annotations = { 'kubernetes.io/ingress.class': 'a' };
    const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'a', annotations } };
    const defaultBackend = { service: { name: 'a', port: { number: 80 } } };
    const next = { ...ingress, spec: { defaultBackend, ingressClassName: 'b' } };
    const messages = messagesFor({ ...ingress, spec: { defaultBackend } }, next, 'apply');
    assert.deepEqual(
      messages.filter((message) => message.startsWith('invalid')),
      [],
    );
  });

  it('of Pods keep every toleration, except those that admission adds again', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const containers = [{ name: 'a', image: 'nginx:1.29' }];
    const withTolerations = (tolerations: readonly object[]) => ({ ...pod, spec: { containers, tolerations } });
    const isRefused = (stored: readonly object[], next: readonly object[]) =>
      messagesFor(withTolerations(stored), withTolerations(next), 'apply').some((message) =>
        message.startsWith('invalid spec.tolerations:'),
      );
    const [first, second] = [
      { key: 'a', operator: 'Exists' },
      { key: 'b', value: 'c', effect: 'NoExecute' },
    ];
    const notReady = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };
    const gpu = { key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
    assert.equal(isRefused([first, second], [second, first, notReady]), false);
    assert.equal(isRefused([first, notReady, gpu], [first]), false);
    assert.equal(isRefused([second], [{ ...second, operator: 'Equal', tolerationSeconds: 5 }]), false);
    assert.equal(isRefused([first, second], [first]), true);
    assert.equal(isRefused([first], [{ ...first, key: 'b' }]), true);
    assert.equal(isRefused([first], [{ key: 'a', operator: '{{ operator }}' }]), false);
  });

  it('of Pods with scheduling gates may only add to the terms of the node affinity', () => {
    const of = (terms: readonly object[], gates: readonly object[] = [{ name: 'x' }]) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: {
        schedulingGates: gates,
        containers: [{ name: 'a', image: 'nginx:1.29' }],
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
        },
      },
    });
    const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
    const refused = (stored: readonly object[], next: readonly object[]) =>
      messagesFor(of(stored), of(next), 'replace')
        .filter((message) => message.startsWith('invalid'))
        .map((message) => message.slice('invalid '.length, message.indexOf(':')));
    const [zone, disk] = ['zone', 'disk'].map((key) => ({ key, operator: 'Exists' }));
    const term = { matchExpressions: [zone] };
    assert.deepEqual(refused([term], [{ matchExpressions: [zone, disk], matchFields: [] }]), []);
    assert.deepEqual(refused([term], [{ matchExpressions: [disk, zone] }]), [`${path}[0]`]);
    assert.deepEqual(refused([term], [{ matchExpressions: [] }]), [`${path}[0]`]);
    assert.deepEqual(refused([term], [term, term]), [path]);
  });

  it('of Pods keep Pod-level resources that an update omits, since 1.37', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const spec = { containers: [{ name: 'a', image: 'nginx:1.29' }] };
    const resources = { limits: { cpu: '1' } };
    const stored = { ...pod, metadata: { name: 'a', uid: 'b' }, spec: { ...spec, resources } };
    const isRefused = (target: string) =>
      messagesFor(stored, { ...pod, spec }, 'replace', surfaceOf(target)).some((message) =>
        message.includes('spec.resources is immutable'),
      );
    assert.equal(isRefused('1.37'), false);
    assert.equal(isRefused('1.37,emulated-version=1.36'), true);
  });
});
