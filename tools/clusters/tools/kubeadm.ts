import fc from 'fast-check';
import { buildOfKubernetes } from '../programs.ts';
import type { Answer, AskProgram, Question, Tool } from '../tool.ts';
import { argumentList, argumentMap } from '../words.ts';

/** The newest release, and the last that reads v1beta3. */
const releases = { newest: '1.37.1', ofV1beta3: '1.36.3' };

const mergedList = fc
  .array(
    fc.tuple(
      fc.constantFrom('enable-admission-plugins', 'service-cluster-ip-range', 'feature-gates'),
      fc.constantFrom(',PodSecurity', '10.1.0.0/16', ',fd00::/108', 'A=true,'),
      fc.constantFrom('append', 'prepend', '', 'replace'),
    ),
    { maxLength: 3 },
  )
  .map(
    (all) =>
      `[${all.map(([name, value, method]) => `{name: ${name}, value: ${JSON.stringify(value)}, mergeMethod: "${method}"}`).join(', ')}]`,
  );

const files: fc.Arbitrary<Question> = fc
  .record({
    version: fc.constantFrom('v1beta2', 'v1beta3', 'v1beta4', 'v1beta4', 'v1'),
    kubernetes: fc.constantFrom('v1.35.2', 'v1.36.1', 'v1.37.1'),
    map: argumentMap,
    list: argumentList,
    merged: mergedList,
    shape: fc.constantFrom('own', 'own', 'own', 'own', 'other', 'null', 'none'),
    network: fc.constantFrom(
      '',
      'networking: {serviceSubnet: 10.2.0.0/16}\n',
      'networking: {serviceSubnet: "10.2.0.0/16,fd01::/108"}\n',
    ),
    node: fc.boolean(),
  })
  .map(({ version, kubernetes, map, list, merged, shape, network, node }) => {
    // Only the newest release has v1.
    const installed = version === 'v1' ? `v${releases.newest}` : kubernetes;
    const isList = version === 'v1' || version === 'v1beta4';
    const own = version === 'v1' ? merged : isList ? list : map;
    const written = { own, other: isList ? map : list, null: 'null', none: '' }[shape];
    const server = written === '' ? '' : `apiServer:\n  extraArgs: ${written}\n`;
    const initial = node ? `---\napiVersion: kubeadm.k8s.io/${version}\nkind: InitConfiguration\n` : '';
    return {
      text: `apiVersion: kubeadm.k8s.io/${version}\nkind: ClusterConfiguration\nkubernetesVersion: ${installed}\n${network}${server}${initial}`,
    };
  });

/** kubeadm: a file is read by the release of its version of Kubernetes. */
export const kubeadm: Tool = {
  tool: 'kubeadm',
  modules: [`k8s.io/kubernetes v${releases.ofV1beta3}`, `k8s.io/kubernetes v${releases.newest}`],
  file: '/kubeadm.yaml',
  defaults: { 'enable-admission-plugins': ['NodeRestriction'], 'service-cluster-ip-range': ['10.96.0.0/12'] },
  questions: files,
  ask: askKubeadm,
};

/** Asks the kubeadm of each file's version of Kubernetes. */
export function askKubeadm(questions: readonly Question[], ask: AskProgram): readonly Answer[] {
  const isNewest = ({ text }: Question) => /^kubernetesVersion: "?v?1\.37/m.test(text);
  const newest = ask(
    buildOfKubernetes('kubeadm', releases.newest),
    questions.map((question) => (isNewest(question) ? question : { text: '' })),
  );
  const older = ask(
    buildOfKubernetes('kubeadm', releases.ofV1beta3),
    questions.map((question) => (isNewest(question) ? { text: '' } : question)),
  );
  return questions.map((question, index) => (isNewest(question) ? newest : older)[index] ?? {});
}
