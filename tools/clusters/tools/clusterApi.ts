import fc from 'fast-check';
import { buildOfModules } from '../programs.ts';
import type { Question, Tool } from '../tool.ts';
import { argumentList, argumentMap } from '../words.ts';
import { askKubeadm } from './kubeadm.ts';

const modules = ['sigs.k8s.io/cluster-api', 'sigs.k8s.io/cluster-api/api'].map((path) => ({
  path,
  version: 'v1.14.2',
}));

const files: fc.Arbitrary<Question> = fc
  .record({
    version: fc.constantFrom('v1beta1', 'v1beta2'),
    kubernetes: fc.constantFrom('v1.36.1', 'v1.37.0'),
    map: argumentMap,
    list: argumentList,
    shape: fc.constantFrom('own', 'own', 'own', 'own', 'other', 'null', 'none'),
  })
  .map(({ version, kubernetes, map, list, shape }) => {
    const written = {
      own: version === 'v1beta1' ? map : list,
      other: version === 'v1beta1' ? list : map,
      null: 'null',
      none: '',
    }[shape];
    const server = written === '' ? '{}' : `\n        extraArgs: ${written}`;
    return {
      text: `apiVersion: controlplane.cluster.x-k8s.io/${version}\nkind: KubeadmControlPlane\nmetadata: {name: cp}\nspec:\n  version: ${kubernetes}\n  kubeadmConfigSpec:\n    clusterConfiguration:\n      apiServer: ${server}\n`,
    };
  });

/** Cluster API: it writes a configuration, which kubeadm reads in the node. */
export const clusterApi: Tool = {
  tool: 'cluster-api',
  modules: [
    ...modules.map(({ path, version }) => `${path} ${version}`),
    'k8s.io/kubernetes v1.36.3',
    'k8s.io/kubernetes v1.37.1',
  ],
  file: '/controlplane.yaml',
  defaults: { 'enable-admission-plugins': ['NodeRestriction'], 'service-cluster-ip-range': ['10.96.0.0/12'] },
  questions: files,
  ask(questions, ask) {
    const written = ask(buildOfModules('clusterapi', 'sigs.k8s.io/cluster-api', modules), questions);
    const read = askKubeadm(
      written.map(({ config = '' }) => ({ text: config })),
      ask,
    );
    return written.map((answer, index) => (answer.config === undefined ? answer : (read[index] ?? {})));
  },
};
