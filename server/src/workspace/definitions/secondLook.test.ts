import assert from 'node:assert/strict';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { codesOfDefinitions } from '../../checks/checkCodes.ts';
import { noPolicy } from '../../config/severity.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { mergeLooks } from '../../report/buildReport.ts';
import { judgeFile } from '../judging/judgeFile.ts';
import { withDefinitionsFrom } from './definitionFiles.ts';
import { withShadowed } from './rivalDefinitions.ts';

const definition = (apiVersion: string, scope: string) => `
apiVersion: apiextensions.k8s.io/${apiVersion}
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
spec:
  group: example.com
  scope: ${scope}
  names: { plural: lamps, singular: lamp, kind: Lamp, listKind: LampList }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { watts: { type: integer } } } } }
`;

const builtIn = `
apiVersion: apps/v1beta1
kind: Deployment
metadata:
  name: shop
spec:
  template:
    metadata:
      labels: { app: shop }
    spec:
      containers:
      - { name: shop, image: shop, unknown: 1 }
`;

const reference = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: lamps
spec:
  maxReplicas: 2
  scaleTargetRef: { apiVersion: example.com/v2, kind: Lamp, name: desk }
`;

const lamp = `
apiVersion: example.com/v1
kind: Lamp
metadata:
  name: desk
spec:
  watts: many
`;

describe('a second look with the definitions of a workspace', () => {
  const settings = { surfaces: [surfaceOf('1.37'), surfaceOf('1.21')], severity: noPolicy };
  const judge = (text: string, own: typeof settings, again: boolean) =>
    judgeFile('manifests.yaml', { ok: true, text, encoding: 'utf-8' }, own, true, { again, today: '2026-01-31' });
  const workspace = definitionsIn(definition('v1', 'Cluster'), 'first.yaml', '/w/first.yaml');
  const extendedBy = (text: string) => {
    const all = [...workspace, ...definitionsIn(text, 'manifests.yaml', '/w/manifests.yaml')];
    return { ...settings, surfaces: [...withDefinitionsFrom(() => all)(settings).surfaces] };
  };

  const files: Readonly<Record<string, string>> = {
    'a definition that another one shadows': [definition('v1', 'Namespaced'), builtIn].join('---'),
    'definitions that are not served': [definition('v1beta1', 'Namespaced'), builtIn].join('---'),
    'a reference to a custom kind': [reference, builtIn, builtIn].join('---'),
    'a custom resource among others': [lamp, reference, builtIn, definition('v1beta1', 'Cluster')].join('---'),
    'broken text beside it': [lamp, builtIn, '\napiVersion: v1\nkind: [Pod\n'].join('---'),
  };
  for (const [name, text] of Object.entries(files)) {
    it(`comes to what judging all of it would: ${name}`, () => {
      const whole = judge(text, extendedBy(text), false);
      const first = judge(text, settings, false);
      const second = judge(text, extendedBy(text), true);
      assert.ok(second.partly !== undefined && second.partly.size > 0, 'something was left out');
      const both = { report: second.report, partly: second.partly, codes: codesOfDefinitions };
      assert.deepEqual(mergeLooks(first.report, both), whole.report);
    });
  }

  it('is what says that a definition is shadowed', () => {
    const text = definition('v1', 'Namespaced');
    const second = judge(text, extendedBy(text), true);
    assert.ok(second.report.findings.some(({ code }) => code === 'shadowed-definition'));
  });

  it('is spared where the first one can tell: a definition differs from the one that counts', () => {
    const content = (text: string) => ({ ok: true, text, encoding: 'utf-8' }) as const;
    const alone = (file: string, text: string) => judgeFile(file, content(text), settings, true, {});
    const named = (names: readonly string[]) => names.map((file) => ({ file, settings }));
    const first = alone('first.yaml', definition('v1', 'Cluster'));
    for (const name of ['a definition that another one shadows', 'definitions that are not served']) {
      const text = files[name] ?? assert.fail(name);
      const outcome = alone('manifests.yaml', text);
      const [, told] = withShadowed([first, outcome], named(['first.yaml', 'manifests.yaml']));
      assert.deepEqual(told?.report, judge(text, extendedBy(text), false).report, name);
    }
    const same = [first, alone('copy.yaml', definition('v1', 'Cluster'))];
    assert.deepEqual(withShadowed(same, named(['first.yaml', 'copy.yaml'])), same);
  });

  it('is not spared where a comment may ignore what it finds', () => {
    const text = `# kubecompat-ignore-file shadowed-definition: on purpose\n${definition('v1', 'Namespaced')}`;
    const { customKinds } = judge(text, settings, false);
    assert.deepEqual(
      customKinds.defined.map(({ kind, ifShadowed }) => ({ kind, ifShadowed })),
      [{ kind: 'Lamp', ifShadowed: undefined }],
    );
  });
});
