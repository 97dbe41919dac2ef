import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { type FileContext, noContext } from '../kustomize/fileContext.ts';

/** The findings as `document item code path: marked text`, and the skipped documents. */
function judged(text: string, path: string, changes: Partial<FileContext> = {}) {
  const context = { ...noContext, ...changes };
  const { resources, documentFindings, notJudged } = analyze(text, inputs(path, [surfaceOf('1.37')], { context }));
  return {
    resources: resources.map(({ resource }) => `${resource.document} ${resource.item ?? '-'} ${resource.kind}`),
    findings: [
      ...documentFindings.map(({ document, finding }) => `${document} ${finding.code}`),
      ...resources.flatMap(({ resource, verdicts }) =>
        verdicts.flatMap(({ findings }) =>
          findings.map(
            ({ code, path: at, span }) => `${resource.document} ${code} ${at}: ${text.slice(span.start, span.end)}`,
          ),
        ),
      ),
    ],
    notJudged: notJudged.map(({ document, reason }) => `${document} ${reason}`),
  };
}

describe('Markdown', () => {
  const text = [
    '# How to',
    '',
    '```yaml',
    'apiVersion: extensions/v1beta1',
    'kind: Ingress',
    '```',
    '',
    '1. In a list:',
    '   ~~~~yml',
    '   apiVersion: apps/v1',
    '   kind: Deployment',
    '   spec:',
    '     replicas: x',
    '   ---',
    '   just: an excerpt',
    '   ~~~~',
    '',
    '```console',
    'apiVersion: v1',
    'kind: Nonsense',
    '```',
    '```yaml title="broken.yaml"',
    'apiVersion: v1',
    'kind: Pod',
    'spec: [...',
    '```',
    '```json',
    '{"apiVersion": "v1", "kind": "Pod", "spec": {"nodeNames": "x"}}',
  ].join('\n');

  it('is searched for code blocks marked as YAML or JSON', () => {
    assert.deepEqual(judged(text, 'docs/how-to.md'), {
      resources: ['0 - Ingress', '1 - Deployment'],
      findings: ['0 removed-api apiVersion: extensions/v1beta1', '1 wrong-type spec.replicas: x'],
      notJudged: ['2 not-a-resource', '3 syntax-error'],
    });
  });
  it('is recognized by the file extension', () => {
    assert.deepEqual(judged(text, 'how-to.txt').resources, []);
  });
  it('has the same findings with CRLF line endings', () => {
    assert.deepEqual(judged(text.replaceAll('\n', '\r\n'), 'a.md').findings, judged(text, 'a.md').findings);
  });
});

describe('embedded objects', () => {
  it('have a name, also if a text contains several', () => {
    const patches = 'apiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Pod\n'.replaceAll(/^/gm, '      ');
    const kustomization = `patches:\n  - patch: |\n${patches}\n  - patch: |\n${patches}`;
    assert.deepEqual(judged(kustomization, 'a/kustomization.yaml').resources, [
      '0 patches[0].patch[0] Service',
      '0 patches[0].patch[1] Pod',
      '0 patches[1].patch[0] Service',
      '0 patches[1].patch[1] Pod',
    ]);
  });
  it('are found at any realistic depth', () => {
    let text = 'apiVersion: v1\nkind: Pod\n';
    for (let depth = 0; depth < 9; depth++) {
      text = `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`;
    }
    assert.equal(judged(text, 'a.yaml').resources.length, 5);
  });
  it('are counted if they are patches of a custom resource without a known definition', () => {
    const text = 'patches:\n  - target: { kind: Foo }\n    patch: "- { op: add, path: /a, value: 1 }"\n';
    const { resources, findings, notJudged } = judged(text, 'a/kustomization.yaml');
    assert.deepEqual([resources, findings], [['0 patches[0].patch Foo'], []]);
    assert.deepEqual(notJudged, ['0 not-a-resource', '0 custom-resource']);
  });
});

describe('a file that a kustomization names as a patch', () => {
  const deployment = 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n';
  const none = {
    group: '',
    version: '',
    name: '',
    namespace: '',
    hasGroup: false,
    byMore: false,
    labelSelector: '',
    annotationSelector: '',
    isPattern: true,
  };
  const target = {
    kind: { kind: 'Service' },
    name: undefined,
    span: { start: 0, end: 0 },
    selector: { ...none, kind: 'Service' },
  };

  it('needs no required fields', () => {
    const codes = judged(deployment, 'web.yaml').findings.map((finding) => finding.split(' ')[1]);
    assert.ok(codes.includes('missing-field'), codes.join());
    assert.deepEqual(judged(deployment, 'web.yaml', { patch: { target: undefined } }), {
      resources: ['0 - Deployment'],
      findings: ['0 unknown-field spec.replica: replica'],
      notJudged: [],
    });
  });
  it('has the kind that its target selects, even if it names another', () => {
    assert.deepEqual(judged(deployment, 'web.yaml', { patch: { target } }).findings, [
      '0 unknown-field spec.replica: replica',
    ]);
    const service = 'kind: Whatever\nspec:\n  ports: [{ port: 80, nodePort: "1" }]\n';
    assert.deepEqual(judged(service, 'web.yaml', { patch: { target } }).findings, [
      '0 wrong-type spec.ports[0].nodePort: "1"',
    ]);
  });
  it('may be a JSON patch, which cannot be checked without the kind', () => {
    const patch = '- op: add\n  path: /spec/ports/0/nodePort\n  value: "1"\n';
    assert.deepEqual(judged(patch, 'web.yaml', { patch: { target } }).findings, [
      '0 wrong-type spec.ports[0].nodePort: "1"',
    ]);
    assert.deepEqual(judged(patch, 'web.yaml', { patch: { target: undefined } }), {
      resources: [],
      findings: ['0 malformed-json-patch'],
      notJudged: ['0 not-a-resource'],
    });
    assert.deepEqual(judged(patch, 'web.yaml').findings, []);
  });
  it('is reported like any other file if it cannot be read', () => {
    const broken = 'apiVersion: v1\nkind: Service\nspec: [\n';
    const { findings, notJudged } = judged(broken, 'web.yaml', { patch: { target: undefined } });
    assert.deepEqual(findings, ['0 syntax-error']);
    assert.deepEqual(notJudged, ['0 broken-resource']);
  });
});

describe('a file named like a patch of kubeadm', () => {
  const pod = (name: string, container: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n  containers:\n    - ${container}\n`;
  const resources = '{ name: a, resources: { request: {} } }';
  const found = (text: string, path: string) => judged(text, path).findings;
  const misspelt = '0 unknown-field spec.containers[0].resources.request: request';

  it('contains patches if its objects are incomplete', () => {
    for (const name of ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'etcd']) {
      assert.deepEqual(found(pod(name, resources), `patches/${name}.yaml`), [misspelt]);
      assert.deepEqual(found(pod(name, resources), `${name}0-small.json`), [misspelt]);
    }
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n';
    assert.deepEqual(found(deployment, 'corednsdeployment.yaml'), ['0 unknown-field spec.replica: replica']);
  });
  it('contains an object if it is complete, or of another kind', () => {
    const whole = pod('etcd', '{ name: a, image: b, volumeMounts: [{ name: c, mountPath: /c }] }');
    assert.ok(found(whole, 'etcd.yaml').some((finding) => finding.includes('dangling-name')));
    const codes = found('apiVersion: apps/v1\nkind: StatefulSet\nspec: {}\n', 'etcd.yaml');
    assert.ok(
      codes.some((code) => code.includes('missing-field')),
      codes.join(),
    );
  });
  it('contains objects if it has another extension or a patch type that kubeadm refuses', () => {
    const names = ['etcd.yml', 'my-etcd.yaml', 'etcd+patch.yaml', 'kubelet.yaml'];
    for (const name of names) assert.ok(found(pod('etcd', resources), name).length > 1, name);
  });
  it('contains patches if its name has the patch type, whatever its content', () => {
    const mount = pod('etcd', '{ name: a, image: b, volumeMounts: [{ name: c, mountPath: /c }] }');
    assert.deepEqual(found(mount, 'etcd1+strategic.yaml'), []);
    assert.deepEqual(found('spec:\n  hostNetwrk: true\n', 'kube-scheduler+merge.yaml'), [
      '0 unknown-field spec.hostNetwrk: hostNetwrk',
    ]);
    assert.deepEqual(found('- op: add\n  path: /spec/hostNetwork\n  value: "1"\n', 'kube-scheduler+json.yaml'), [
      '0 wrong-type spec.hostNetwork: "1"',
    ]);
  });
  it('has no findings if it patches the kubelet configuration', () => {
    assert.deepEqual(found('maxPods: 5\n', 'kubeletconfiguration+merge.yaml'), []);
  });
});
