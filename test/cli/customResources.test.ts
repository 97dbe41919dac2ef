import { configMap, lampDefinition } from './manifests.ts';
import { runScenarios, type Scenario } from './scenario.ts';

const definition = (watts: string) => lampDefinition(`properties: { watts: { type: ${watts} } }`);

const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: a }\nspec: { watts: five }\n';
/** What a real 1.37 and a real 1.34 did with updates of an object that its definition no longer takes. */
function ratcheted(): readonly Scenario[] {
  const crd = lampDefinition(
    'required: [size], properties: { size: { type: string }, watts: { type: integer, maximum: 10 }, other: { type: string }, zones: { type: array, items: { type: string, maxLength: 2 } } }',
  );
  const stored =
    'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: a }\nspec: { watts: 50, other: x, zones: [abc, d] }\n';
  const update = (title: string, from: string, to: string, refused: readonly string[], target = '1.37'): Scenario => ({
    title: `on an update: ${title}`,
    files: { 'crd.yaml': crd, 'old/lamp.yaml': stored, 'new/lamp.yaml': stored.replace(from, to) },
    type: `check new --crds=crd.yaml --binary-version=${target} --operation=update --old=old --format=github`,
    exit: refused.length === 0 ? 0 : 1,
    stdout: ['spec.watts:', 'spec.size:', 'spec.zones[0]:'].map((path) => {
      const level = refused.includes(path) ? 'error' : 'notice';
      return new RegExp(`::${level} file=new/lamp\\.yaml.*::${path.replace(/[[\].]/g, '\\$&')}`);
    }),
  });
  return [
    update('what does not change stands', '', '', []),
    update('a value that changes does not', '50', '60', ['spec.watts:', 'spec.size:']),
    update('a list is one value', 'd]', 'e]', ['spec.zones[0]:', 'spec.size:']),
    update('a missing field is its object', 'other: x', 'other: z', ['spec.size:']),
    update('before 1.30 nothing stands', '', '', ['spec.watts:', 'spec.size:', 'spec.zones[0]:'], '1.29'),
  ];
}

const route =
  'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\nspec: { hostnames: ["A_B"] }\n';

runScenarios('custom resources', [
  {
    title: 'are judged by the definitions among the files that are checked',
    files: { 'crds/lamp.yaml': definition('integer'), 'lamp.yaml': lamp },
    type: 'check . --target=1.37',
    exit: 1,
    stdout: ['spec.watts', 'must be of type integer'],
  },
  {
    title: 'are judged by a definition that the server takes, before one with a schema that is not structural',
    files: {
      'crds/full.yaml': definition('integer, items: { properties: { a: {} } }'),
      'crds/minimal.yaml': definition('string'),
      'lamp.yaml': lamp,
    },
    type: 'check . --target=1.37 --format=github',
    exit: 1,
    stdout: [
      /file=crds\/full\.yaml.*must not be empty for specified object fields/,
      /file=crds\/full\.yaml.*judged by another definition: crds\/minimal\.yaml/,
    ],
    never: ['must be of type', 'another definition: crds/full.yaml'],
  },
  {
    title: 'are judged by a definition that the server takes, before one in a version that it no longer serves',
    files: {
      'crds/a-beta.yaml': definition('integer').replace('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'),
      'crds/v1.yaml': definition('string'),
      'lamp.yaml': lamp,
    },
    type: 'check . --target=1.37 --format=github',
    exit: 1,
    stdout: [/file=crds\/a-beta\.yaml.*was last served by/],
    never: ['must be of type', 'file=lamp.yaml'],
  },
  {
    title: 'are judged by the definitions of the repository around',
    files: { '.git/HEAD': '', 'config/crd/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --target=1.37',
    exit: 1,
    stdout: ['must be of type integer', '1 resource judged in 1 file'],
  },
  {
    title: 'are counted where nothing defines them',
    files: { 'other/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --target=1.37',
    exit: 0,
    stdout: ['1 document: a custom resource whose definition is not known'],
  },
  {
    title: 'are judged by the file that the command line names',
    files: { 'other/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --binary-version=1.37 --crds=other/lamp.yaml',
    exit: 1,
    stdout: ['must be of type integer'],
  },
  ...ratcheted(),
  {
    title: 'come from standard input together with their definition',
    files: { 'a.yaml': configMap },
    type: 'check - --target=1.37',
    stdin: `${definition('integer')}---\n${lamp}`,
    exit: 1,
    stdout: ['must be of type integer'],
  },
  {
    title: 'of a set are judged by the release that the target names',
    files: {
      '.kubecompat.yaml':
        'targets:\n  old: { binaryVersion: "1.31", crds: { gateway-api: { release: v1.2.0 } } }\n  none: { binaryVersion: "1.31" }\n',
      'route.yaml': route,
    },
    type: 'check .',
    exit: 1,
    stdout: ['spec.hostnames[0]', 'should match', /at {3}old/],
  },
  {
    title: 'a release that is not known is refused',
    files: { 'route.yaml': route },
    type: 'check . --target=1.37,crds=gateway-api=v9.9.9',
    exit: 2,
    stderr: ['Gateway API has no release v9.9.9'],
  },
  {
    title: 'a channel that is not known is refused where it stands',
    files: {
      '.kubecompat.yaml':
        'targets:\n  a:\n    binaryVersion: "1.36"\n    crds:\n      gateway-api: { release: v1.2.0, channel: stable }\n',
      'route.yaml': route,
    },
    type: 'check .',
    exit: 2,
    stderr: ['.kubecompat.yaml:5:48', 'standard'],
  },
  {
    title: 'definitions outside of the folder of the configuration are refused',
    files: {
      'deep/.kubecompat.yaml': 'targets:\n  a: { binaryVersion: "1.36", crds: { paths: [../other] } }\n',
      'deep/lamp.yaml': lamp,
      'other/lamp.yaml': definition('integer'),
    },
    type: 'check deep',
    exit: 2,
    stderr: ['../other leads out of the folder of the configuration'],
  },
]);
