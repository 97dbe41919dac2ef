import { at136, runScenarios } from './scenario.ts';

// What kubebuilder makes: the definition says nothing of how its versions convert, a patch beside it does.

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: lamps, singular: lamp, kind: Lamp, listKind: LampList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { lumen: { type: integer } } } }
    - name: v1beta1
      served: true
      storage: false
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { watts: { type: integer } } } }
`;

const head = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n';
const webhook = 'spec: { conversion: { strategy: Webhook, webhook: { conversionReviewVersions: [v1] } } }\n';
const patch = `${head}metadata: { name: lamps.example.com }\n${webhook}`;
const jsonPatch = '- { op: add, path: /spec/conversion, value: { strategy: Webhook } }\n';
const inBlock = (text: string): string => text.replace(/^/gm, '        ').trimEnd();

const lamp = 'apiVersion: example.com/v1beta1\nkind: Lamp\nmetadata: { name: desk }\nspec: { watts: 40 }\n';

const folder = (kustomization: string, other: Readonly<Record<string, string>> = {}) => ({
  'crd/kustomization.yaml': `resources: [bases/lamps.yaml]\n${kustomization}`,
  'crd/bases/lamps.yaml': definition,
  ...other,
});
const named = { 'crd/patches/webhook.yaml': patch };
const type = `check . ${at136}`;
const lossless = ['crd-none-conversion-loses'];

runScenarios('Conversion webhooks that kustomizations patch in', [
  {
    title: 'without one, versions with different fields lose them',
    files: folder(''),
    type,
    exit: 0,
    stdout: ['.spec.watts, which v1beta1 has and v1 has not, is lost when it is stored as v1'],
  },
  {
    title: 'in a file',
    files: folder('patches: [{ path: patches/webhook.yaml }]\n', named),
    type,
    exit: 0,
    never: lossless,
  },
  {
    title: 'in a file of the older field',
    files: folder('patchesStrategicMerge: [patches/webhook.yaml]\n', named),
    type,
    exit: 0,
    never: lossless,
  },
  {
    title: 'as a JSON patch for what a target names',
    files: folder(
      'patches:\n  - path: patches/webhook.yaml\n    target: { kind: CustomResourceDefinition, name: lamps.example.com }\n',
      { 'crd/patches/webhook.yaml': jsonPatch },
    ),
    type,
    exit: 0,
    never: lossless,
  },
  {
    title: 'in the kustomization itself, for all definitions',
    files: folder(
      `patches:\n  - patch: |-\n${inBlock(`${head}metadata: { name: any }\n${webhook}`)}\n    target: { kind: CustomResourceDefinition }\n`,
    ),
    type,
    exit: 0,
    never: lossless,
  },
  {
    title: 'one for another definition changes nothing',
    files: folder('patches: [{ path: patches/webhook.yaml }]\n', {
      'crd/patches/webhook.yaml': patch.replace('lamps', 'chairs'),
    }),
    type,
    // Kustomize does not build it, which is said besides.
    exit: 1,
    stdout: [...lossless, 'chairs.example.com that the patch is for'],
  },
  {
    title: 'by the definition alone an object converts with its apiVersion',
    files: { ...folder(''), '.kubecompat.yaml': '', 'lamp.yaml': lamp.replace('watts: 40', '') },
    type: `convert lamp.yaml --to example.com/v1 --diff ${at136}`,
    exit: 0,
    stdout: ['+apiVersion: example.com/v1'],
  },
  {
    title: 'what a webhook converts is not converted by the apiVersion alone',
    files: {
      ...folder('patches: [{ path: patches/webhook.yaml }]\n', named),
      '.kubecompat.yaml': '',
      'lamp.yaml': lamp.replace('watts: 40', ''),
    },
    type: `convert lamp.yaml --to example.com/v1 --diff ${at136}`,
    exit: 1,
    stderr: ['only the webhook of its definition (crd/bases/lamps.yaml) knows how', '0 resources in 0 files'],
    never: ['+apiVersion: example.com/v1'],
  },
]);
