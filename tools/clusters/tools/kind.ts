import fc from 'fast-check';
import { buildOfModules } from '../programs.ts';
import type { Question, Tool } from '../tool.ts';
import { argument, argumentList, argumentMap, flowMap, scalar, withoutDuplicates } from '../words.ts';
import { askKubeadm } from './kubeadm.ts';

const module = { path: 'sigs.k8s.io/kind', version: 'v0.33.0' };

const kubeadmVersion = fc.constantFrom('', '', 'v1beta3', 'v1beta4', 'v1beta2');

const serverPatch = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.oneof(argumentMap, argumentList).map((written) => `apiServer:\n  extraArgs: ${written}\n`),
  },
  { weight: 1, arbitrary: fc.constantFrom('apiServer:\n  extraArgs: null\n', 'apiServer: null\n', 'apiServer: {}\n') },
  { weight: 1, arbitrary: fc.constantFrom('networking:\n  serviceSubnet: 10.3.0.0/16\n', 'networking: null\n') },
);

/** A merge patch, in a literal block or in quotes. */
const mergePatch = fc
  .tuple(
    kubeadmVersion,
    fc.constantFrom('ClusterConfiguration', 'ClusterConfiguration', 'ClusterConfiguration', 'InitConfiguration', ''),
    serverPatch,
    fc.boolean(),
  )
  .map(([named, kind, body, isBlock]) => {
    const isServers = kind !== 'InitConfiguration';
    const text = `${named === '' ? '' : `apiVersion: kubeadm.k8s.io/${named}\n`}${kind === '' ? '' : `kind: ${kind}\n`}${isServers ? body : 'nodeRegistration:\n  ignorePreflightErrors: [Swap]\n'}`;
    return isBlock ? `|\n${indented(text, 4)}` : `${JSON.stringify(text)}\n`;
  });

const operation = fc
  .tuple(
    fc.constantFrom('add', 'add', 'add', 'replace', 'remove'),
    fc.constantFrom('', '/-', '/feature-gates', '/runtime-config', '/emulated-version', '/0', '/1'),
    argument.chain(([, value]) => scalar(value)),
    fc.constantFrom('value', 'value', 'argument', 'map', 'list'),
    argument,
  )
  .map(([op, at, value, shape, [name, text]]) => {
    const quoted = JSON.stringify(text);
    const written = {
      value,
      argument: `{name: ${name}, value: ${quoted}}`,
      map: `{${name}: ${quoted}}`,
      list: `[{name: ${name}, value: ${quoted}}]`,
    }[shape];
    return `{op: ${op}, path: /apiServer/extraArgs${at}${op === 'remove' ? '' : `, value: ${written}`}}`;
  });

const jsonPatch = fc
  .tuple(kubeadmVersion, fc.array(operation, { minLength: 1, maxLength: 2 }))
  .map(([named, operations]) => {
    const group = named === '' ? '' : `group: kubeadm.k8s.io\n  version: ${named}\n  `;
    return `${group}kind: ClusterConfiguration\n  patch: |\n${indented(operations.map((text) => `- ${text}`).join('\n'), 4)}`;
  });

const gates = fc.array(
  fc.tuple(fc.constantFrom('A', 'AllBeta', 'D'), fc.constantFrom('true', 'false', '"true"', 'on')),
  { maxLength: 2 },
);
const apis = fc.array(
  fc.tuple(fc.constantFrom('api/all', 'api/beta', 'batch/v1'), fc.constantFrom('true', '"true"', '"false"')),
  { maxLength: 2 },
);

const files: fc.Arbitrary<Question> = fc
  .record({
    version: fc.constantFrom('v1.35.1', 'v1.36.1', 'v1.37.0'),
    image: fc.boolean(),
    gates: fc.option(gates),
    apis: fc.option(apis),
    network: fc.constantFrom('', '', 'networking:\n  serviceSubnet: 10.2.0.0/16\n'),
    merges: fc.array(mergePatch, { maxLength: 2 }),
    patches: fc.array(jsonPatch, { maxLength: 1 }),
    nodeMerges: fc.array(mergePatch, { maxLength: 1 }),
    roles: fc.constantFrom(
      ['control-plane'],
      ['control-plane', 'worker'],
      ['', 'control-plane'],
      ['worker', 'control-plane'],
    ),
    patched: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ version, image, gates, apis, network, merges, patches, nodeMerges, roles, patched }) => {
    const isImaged = image || nodeMerges.length > 0 || roles.length > 1;
    const nodes = roles.map((role, index) => {
      const parts = [
        ...(role === '' ? [] : [`role: ${role}`]),
        `image: kindest/node:${version}`,
        ...(index === patched && nodeMerges.length > 0
          ? [`kubeadmConfigPatches:\n${listed(nodeMerges)}`.trimEnd()]
          : []),
      ];
      return `- ${parts.map((part) => part.replaceAll('\n', '\n  ')).join('\n  ')}\n`;
    });
    const text = [
      'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n',
      gates === null ? '' : `featureGates: ${flowMap(withoutDuplicates(gates))}\n`,
      apis === null ? '' : `runtimeConfig: ${flowMap(withoutDuplicates(apis))}\n`,
      network,
      merges.length === 0 ? '' : `kubeadmConfigPatches:\n${listed(merges)}`,
      patches.length === 0 ? '' : `kubeadmConfigPatchesJSON6902:\n${listed(patches)}`,
      isImaged ? `nodes:\n${nodes.join('')}` : '',
    ].join('');
    return { text, version };
  });

/** kind: it writes a configuration, which kubeadm reads in the node. */
export const kind: Tool = {
  tool: 'kind',
  modules: [`${module.path} ${module.version}`, 'k8s.io/kubernetes v1.36.3', 'k8s.io/kubernetes v1.37.1'],
  file: '/kind.yaml',
  defaults: {
    'enable-admission-plugins': ['NodeRestriction'],
    'service-cluster-ip-range': ['10.96.0.0/16', '10.96.0.0/12'],
  },
  questions: files,
  ask(questions, ask) {
    const written = ask(buildOfModules('kind', 'sigs.k8s.io/kind/pkg/cluster', [module]), questions);
    const read = askKubeadm(
      written.map(({ config = '' }) => ({ text: config })),
      ask,
    );
    return written.map((answer, index) => (answer.config === undefined ? answer : (read[index] ?? {})));
  },
};

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item.trimEnd()}\n`).join('');
}
