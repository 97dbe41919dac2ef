/** Clean at every minor. */
export const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n';

/** Removed in 1.22. */
export const oldIngress = [
  'apiVersion: extensions/v1beta1',
  'kind: Ingress',
  'metadata:',
  '  name: web',
  '  namespace: shop',
  'spec:',
  '  backend:',
  '    serviceName: web',
  '    servicePort: 80',
  '',
].join('\n');

/** A version that is served up to 1.24, and whose successor means the same. */
export const oldCronJob = [
  'apiVersion: batch/v1beta1 # keep this comment',
  'kind: CronJob',
  'metadata:',
  '  name: nightly',
  'spec:',
  '  schedule: "0 3 * * *"',
  '  jobTemplate:',
  '    spec:',
  '      template:',
  '        spec:',
  '          restartPolicy: Never',
  '          containers:',
  '            - name: main',
  '              image: busybox',
  '',
].join('\n');

/** A custom resource without its definition. */
export const custom = 'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n';

/** Shows apiVersion and kind, and is no YAML. */
export const broken = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: [broken\n';

/** A configuration with one target. */
export const config = 'targets:\n  prod: { binaryVersion: "1.36" }\n';

/** The definition of Lamps of example.com, with the schema of their `spec`, in flow style. */
export const lampDefinition = (spec: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: lamps, kind: Lamp, singular: lamp, listKind: LampList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, ${spec} } } } }
`;

/** A PodDisruptionBudget in a version that 1.25 removed. */
export const oldBudget = (name: string) =>
  `apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: '${name}' }\n`;
