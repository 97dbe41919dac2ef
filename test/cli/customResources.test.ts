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

/** Definitions of one kind that do not say the same: which of them an object is judged by. */
function rivals(): readonly Scenario[] {
  const stale = 'test/data/crds/old/lamp.yaml';
  const check = 'check . --target=1.37 --format=github';
  const integers = { 'config/crd/lamp.yaml': definition('integer'), [stale]: definition('string') };
  return [
    {
      title: 'are told what all definitions say of them, where any of several may be meant',
      files: { ...integers, 'lamp.yaml': lamp, 'b/lamp.yaml': lamp.replace('five', '[5]') },
      type: check,
      exit: 1,
      stdout: [
        /file=b\/lamp\.yaml.*must be of type integer/,
        /file=test\/data\/crds\/old\/lamp\.yaml.*Another definition of the kind Lamp differs: config\/crd\/lamp\.yaml/,
      ],
      never: ['file=lamp.yaml', 'file=config/crd/lamp.yaml'],
    },
    {
      title: 'are checked by the same definitions when a part of the repository is checked',
      files: { '.git/HEAD': '', ...integers, 'test/lamp.yaml': lamp.replace('five', '5') },
      type: 'check test --target=1.37 --format=github',
      exit: 0,
      never: ['file=test/lamp.yaml'],
    },
    {
      title: 'are checked by what lies in their own tree, beside parallel ones',
      files: {
        'clusters/prod/crds/lamp.yaml': definition('integer'),
        'clusters/staging/crds/lamp.yaml': definition('string'),
        'clusters/prod/apps/lamp.yaml': lamp,
        'clusters/staging/apps/lamp.yaml': lamp,
      },
      type: check,
      exit: 1,
      stdout: [/file=clusters\/prod\/apps\/lamp\.yaml.*must be of type integer/],
      never: ['file=clusters/staging/apps'],
    },
    {
      title: 'are checked by the definitions that their chart brings',
      files: {
        'crds/new/lamp.yaml': definition('string'),
        'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
        'chart/crds/lamp.yaml': definition('integer'),
        'chart/templates/lamp.yaml': `# {{ .Release.Name }}\n${lamp}`,
      },
      type: `${check} --no-render`,
      exit: 1,
      stdout: [/file=chart\/templates\/lamp\.yaml.*must be of type integer/],
    },
    {
      title: 'of a version that one definition serves are checked by that',
      files: {
        'crds/old/lamp.yaml': definition('integer').replace('name: v1', 'name: v1alpha1'),
        'crds/lamp.yaml': definition('string'),
        'lamp.yaml': lamp,
        'old.yaml': lamp.replace('/v1', '/v1alpha1'),
        'none.yaml': lamp.replace('/v1', '/v9'),
      },
      type: check,
      exit: 1,
      stdout: [/file=old\.yaml.*must be of type integer/, /file=none\.yaml.*v9 Lamp is not served/],
      never: ['file=lamp.yaml'],
    },
    {
      title: 'are refused if all refuse them, be it for different things',
      files: {
        'crds/old/lamp.yaml': lampDefinition(
          'required: [volts], properties: { watts: {}, volts: {} }'.replaceAll('{}', '{ type: string }'),
        ),
        'crds/lamp.yaml': definition('integer'),
        'lamp.yaml': lamp,
      },
      type: `check . --target=1.37 --format=json`,
      exit: 1,
      stdout: [/"path":"spec\.watts".*each for another reason; this is by crds\/lamp\.yaml/],
      never: ['"path":"spec.volts"'],
    },
    {
      title: 'are no longer in doubt where the target names the definition that counts',
      files: {
        '.kubecompat.yaml': 'targets: { a: { binaryVersion: "1.37", crds: { paths: [config/crd] } } }\n',
        ...integers,
        'lamp.yaml': lamp,
      },
      type: 'check . --format=github',
      exit: 1,
      stdout: [/file=lamp\.yaml.*must be of type integer/, /checked by another definition: config\/crd\/lamp\.yaml/],
    },
    {
      title: 'are not converted where their definitions do not say the same of it',
      files: {
        '.git/HEAD': '',
        'crds/a/lamp.yaml': twoVersions('default: 1, type: integer'),
        'crds/lamp.yaml': twoVersions('default: 2, type: integer'),
        'lamp.yaml': 'apiVersion: example.com/v1alpha1\nkind: Lamp\nmetadata: { name: a }\nspec: {}\n',
      },
      type: 'convert lamp.yaml --target=1.37 --to=example.com/v1',
      exit: 1,
      stderr: ['its definitions here differ'],
    },
  ];
}

/** A definition whose older version has a default that the newer one has not. */
function twoVersions(watts: string): string {
  const version = (name: string, storage: boolean, own: string) =>
    `    - { name: ${name}, served: true, storage: ${storage}, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { watts: { ${own} } } } } } } }\n`;
  const [head = ''] = definition('integer').split('    - name: v1\n');
  return `${head}${version('v1', true, 'type: integer')}${version('v1alpha1', false, watts)}`;
}

const route =
  'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: a }\nspec: { hostnames: ["A_B"] }\n';

runScenarios('custom resources', [
  {
    title: 'are checked by the definitions among the files that are checked',
    files: { 'crds/lamp.yaml': definition('integer'), 'lamp.yaml': lamp },
    type: 'check . --target=1.37',
    exit: 1,
    stdout: ['spec.watts', 'must be of type integer'],
  },
  {
    title: 'are checked by a definition that the server takes, before one with a schema that is not structural',
    files: {
      'crds/full.yaml': definition('integer, items: { properties: { a: {} } }'),
      'crds/minimal.yaml': definition('string'),
      'lamp.yaml': lamp,
    },
    type: 'check . --target=1.37 --format=github',
    exit: 1,
    stdout: [
      /file=crds\/full\.yaml.*must not be empty for specified object fields/,
      /file=crds\/full\.yaml.*checked by another definition: crds\/minimal\.yaml/,
    ],
    never: ['must be of type', 'another definition: crds/full.yaml'],
  },
  {
    title: 'are checked by a definition that the server takes, before one in a version that it no longer serves',
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
    title: 'are checked by the definitions of the repository around',
    files: { '.git/HEAD': '', 'config/crd/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --target=1.37',
    exit: 1,
    stdout: ['must be of type integer', '1 resource checked in 1 file'],
  },
  {
    title: 'are counted where nothing defines them',
    files: { 'other/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --target=1.37',
    exit: 0,
    stdout: ['1 resource: without a known definition'],
  },
  {
    title: 'are checked by the file that the command line names',
    files: { 'other/lamp.yaml': definition('integer'), 'samples/lamp.yaml': lamp },
    type: 'check samples --binary-version=1.37 --crds=other/lamp.yaml',
    exit: 1,
    stdout: ['must be of type integer'],
  },
  ...ratcheted(),
  ...rivals(),
  {
    title: 'come from standard input together with their definition',
    files: { 'a.yaml': configMap },
    type: 'check - --target=1.37',
    stdin: `${definition('integer')}---\n${lamp}`,
    exit: 1,
    stdout: ['must be of type integer'],
  },
  {
    title: 'of a set are checked by the release that the target names',
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
    stderr: ['Gateway API has no known release v9.9.9'],
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
  {
    title: 'of a version that the configuration calls removed, and that nothing defines',
    files: {
      '.kubecompat.yaml':
        'deprecations:\n  - { group: example.com, kind: Lamp, removed: Lamp Operator 3.0, instead: lamps.example.com/v1 }\n',
      'lamp.yaml': lamp,
    },
    type: 'check .',
    exit: 0,
    stdout: ['warning[announced-deprecation] Lamp Operator 3.0 removed', 'Use lamps.example.com/v1.', '1 warning'],
  },
  {
    title: 'of a version that the configuration calls removed, and that a definition serves',
    files: {
      '.kubecompat.yaml':
        'deprecations:\n  - { group: example.com, removed: Lamp Operator 3.0 }\nseverity: { announced-deprecation: error }\n',
      'lamp.yaml': `${definition('string')}---\n${lamp}`,
    },
    type: 'check .',
    exit: 1,
    stdout: ['error[announced-deprecation] Lamp Operator 3.0 removed'],
  },
  {
    title: 'of a known project are checked by what all releases say',
    files: { 'route.yaml': route.replace('hostnames:', 'hostname:') },
    type: 'check . --target=1.37',
    exit: 0,
    stdout: ['warning[unknown-field] No release of Gateway API from v', '"hostname" is not a field of spec'],
  },
  {
    title: 'of a known project are an error by the release that is named',
    files: { 'route.yaml': route.replace('hostnames:', 'hostname:') },
    type: 'check . --target=1.37,crds=gateway-api=v1.2',
    exit: 1,
    stdout: ['error[unknown-field] "hostname" is not a field of spec'],
  },
]);
