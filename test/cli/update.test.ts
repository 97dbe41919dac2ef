import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { notRun } from '../harness/notRun.ts';
import { Workspace } from './harness.ts';
import { lampDefinition } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const at134 = '--target=1.34';

const pod = (image: string, ...lines: readonly string[]) =>
  [
    'apiVersion: v1',
    'kind: Pod',
    'metadata: { name: web }',
    'spec:',
    `  containers: [{ name: web, image: ${image} }]`,
    ...lines,
    '',
  ].join('\n');
const secret = (value: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nimmutable: true\nstringData: { a: ${value} }\n`;
const gated = '  hostnameOverride: web.example';
const spread = (policy: string) =>
  `  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, ${policy} }]`;
const autoscaler = (minReplicas: number, max: number, target: string) =>
  [
    'apiVersion: autoscaling/v2',
    'kind: HorizontalPodAutoscaler',
    'metadata: { name: web }',
    'spec:',
    `  minReplicas: ${minReplicas}`,
    `  maxReplicas: ${max}`,
    `  scaleTargetRef: { ${target}, name: web }`,
    '',
  ].join('\n');
const deployment = 'apiVersion: apps/v1, kind: Deployment';
const ingress = (...secrets: readonly string[]) =>
  [
    'apiVersion: networking.k8s.io/v1',
    'kind: Ingress',
    'metadata: { name: web }',
    'spec:',
    '  defaultBackend: { service: { name: web, port: { number: 80 } } }',
    '  tls:',
    ...secrets.map((secret) => `    - secretName: ${secret}`),
    '',
  ].join('\n');

const longName = 'a'.repeat(64);
const job = (manual: boolean, labels: string) =>
  [
    'apiVersion: batch/v1',
    'kind: Job',
    `metadata: { name: ${longName}, labels: { ${labels} } }`,
    'spec:',
    `  manualSelector: ${manual}`,
    '  selector: { matchLabels: { app: a } }',
    '  template:',
    '    metadata: { labels: { app: a } }',
    '    spec: { restartPolicy: Never, containers: [{ name: a, image: a }] }',
    '',
  ].join('\n');

const storedJob = (lines: string, metadata = '') =>
  [
    'apiVersion: batch/v1',
    'kind: Job',
    `metadata: { name: a, ${metadata} }`,
    'spec:',
    `${lines}  completions: 2`,
    '  template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } }',
    '',
  ].join('\n');
const policy = (expression: string) =>
  [
    'apiVersion: admissionregistration.k8s.io/v1',
    'kind: ValidatingAdmissionPolicy',
    'metadata: { name: a }',
    'spec:',
    '  matchConstraints:',
    '    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]',
    `  validations: [{ expression: "${expression}" }]`,
    '',
  ].join('\n');
const fileKey = (image: string) =>
  pod(`${image}, env: [{ name: A, valueFrom: { fileKeyRef: { volumeName: v, path: p, key: k } } }]`).replace(
    'spec:',
    'spec:\n  volumes: [{ name: v, emptyDir: {} }]',
  );
const owned =
  'managedFields: [{ manager: kubectl, operation: Apply, apiVersion: batch/v1, fieldsV1: { "f:spec": { "f:completionMode": {} } } }]';

const lamps = lampDefinition(
  'properties: { a: { type: object, required: [b], properties: { b: { type: integer } } } }',
);
const lamp = (spec: string, metadata = 'name: a') =>
  `apiVersion: example.com/v1\nkind: Lamp\nmetadata: { ${metadata} }\nspec: ${spec}\n`;
const appliedLamp = lamp(
  '{ a: { b: 1 } }',
  'name: a, uid: "1", managedFields: [{ manager: kubectl, operation: Apply, apiVersion: example.com/v1, fieldsV1: { "f:spec": { "f:a": { "f:b": {} } } } }]',
);
const fullBackend = `${ingress('a')}  rules: [{ host: a.example }]\n`;
const emptyBackend = fullBackend.replace('{ service: { name: web, port: { number: 80 } } }', '{}');

// Asked of kube-apiserver 1.37.
runScenarios('an object that an apply leaves empty', [
  {
    title: 'is absent',
    files: { 'old/a.yaml': fullBackend, 'new/a.yaml': emptyBackend },
    type: 'check new --old old --target=1.37',
    exit: 0,
    never: ['backend is required'],
  },
  {
    title: 'stays empty in an update',
    files: { 'old/a.yaml': fullBackend, 'new/a.yaml': emptyBackend },
    type: 'check new --old old --target=1.37 --operation update',
    exit: 1,
    stdout: ['backend is required'],
  },
  {
    title: 'stays empty where it was so before',
    files: { 'old/a.yaml': emptyBackend, 'new/a.yaml': emptyBackend.replace('secretName: a', 'secretName: b') },
    type: 'check new --old old --target=1.37',
    exit: 1,
    stdout: ['backend is required'],
  },
  {
    title: 'is refused in a custom resource that needs something in it',
    files: { 'crd.yaml': lamps, 'old/a.yaml': appliedLamp, 'new/a.yaml': lamp('{ a: {} }') },
    type: 'check new crd.yaml --old old --target=1.37',
    exit: 1,
    stdout: ['spec.a'],
  },
]);

runScenarios('update', [
  {
    title: 'an update makes no label of the name of a Job',
    files: { 'new.yaml': job(false, ''), 'old.yaml': job(true, '') },
    type: `check new.yaml ${at134} --operation update --old old.yaml`,
    exit: 0,
    stdout: ['Only a create makes a label of the name'],
  },
  {
    title: 'a label that is too long is refused on an update as well',
    files: { 'new.yaml': job(false, `a: b${longName}`), 'old.yaml': job(true, '') },
    type: `check new.yaml ${at134} --operation update --old old.yaml`,
    exit: 1,
    stdout: ['metadata.labels: Invalid value'],
  },
  {
    title: 'a create drops a field whose gate is off',
    files: { 'new.yaml': pod('a', gated) },
    type: `check new.yaml ${at134}`,
    exit: 0,
    stdout: ['warning', 'is silently dropped'],
  },
  {
    title: 'an update keeps it if the stored object has it',
    files: { 'new.yaml': pod('b', gated), 'old.yaml': pod('a', gated) },
    type: `check new.yaml ${at134} --operation update --old old.yaml --fail-on warning`,
    exit: 0,
    stdout: ['spec.hostnameOverride is kept on this update'],
  },
  {
    title: 'an update drops it where the stored object lacks it',
    files: { 'new.yaml': pod('a', gated), 'old.yaml': pod('a') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml --fail-on=warning`,
    exit: 1,
    never: ['is kept on this update'],
  },
  {
    title: 'what the stored object does not have by name is created',
    files: { 'new.yaml': pod('a', gated), 'old.yaml': pod('a', gated).replace('web }', 'other }') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml --fail-on=warning`,
    exit: 1,
  },
  {
    title: 'in another namespace is another object',
    files: { 'new.yaml': pod('a', gated), 'old.yaml': pod('a', gated).replace('web }', 'web, namespace: b }') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml --fail-on=warning`,
    exit: 1,
  },
  {
    title: 'some gates look at each field for itself',
    files: {
      'new.yaml': pod('a', spread('nodeTaintsPolicy: Honor, nodeAffinityPolicy: Honor')),
      'old.yaml': pod('a', spread('nodeTaintsPolicy: Honor')),
    },
    type: 'check new.yaml --target=1.32,feature-gates=NodeInclusionPolicyInPodTopologySpread=false --operation=update --old=old.yaml',
    exit: 0,
    stdout: [/nodeTaintsPolicy is kept/, /nodeAffinityPolicy is silently dropped/],
    never: [/nodeAffinityPolicy is kept/],
  },
  {
    title: 'without the stored object, what an update might keep is advice',
    files: { 'new.yaml': pod('a', gated) },
    type: `check new.yaml ${at134} --operation=update --fail-on=warning`,
    exit: 0,
    stdout: ['information', 'an update keeps it if the stored object already has it'],
  },
  {
    title: 'what is refused on a create stands where the stored object has it',
    files: { 'new.yaml': ingress('Bad_Name', 'Bad_Other'), 'old.yaml': ingress('Bad_Name') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 0,
    stdout: ['Bad_Name', 'Bad_Other'],
    never: ['error'],
  },
  {
    title: 'and is refused where it does not',
    files: { 'new.yaml': ingress('Bad_Name'), 'old.yaml': ingress('good-name') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
  },
  {
    title: 'zero replicas stand where there were zero, nothing else does',
    files: { 'new.yaml': autoscaler(0, 0, deployment), 'old.yaml': autoscaler(0, 3, deployment) },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
    stdout: [/information.*spec\.minReplicas/s, /error.*spec\.maxReplicas/s],
  },
  {
    title: 'a target that does not change is not looked at again',
    files: { 'new.yaml': autoscaler(1, 4, 'kind: A'), 'old.yaml': autoscaler(1, 3, 'kind: A') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 0,
    stdout: ['spec.scaleTargetRef.apiVersion'],
  },
  {
    title: 'one that does is',
    files: { 'new.yaml': autoscaler(1, 4, 'kind: B'), 'old.yaml': autoscaler(1, 3, 'kind: A') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
  },
  {
    title: 'older binaries had no such exception',
    files: { 'new.yaml': autoscaler(0, 4, deployment), 'old.yaml': autoscaler(0, 3, deployment) },
    type: 'check new.yaml --target=1.32 --operation=update --old=old.yaml',
    exit: 1,
  },
  {
    title: 'unknown fields are refused as on a create',
    files: { 'new.yaml': pod('a', '  hostNam: b'), 'old.yaml': pod('a', '  hostNam: b') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
  },
  {
    title: 'what no update may change is refused, with what it was',
    files: { 'new.yaml': pod('b', '  hostNetwork: true'), 'old.yaml': pod('a', '  hostNetwork: false') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
    stdout: ['error[immutable-field] spec.hostNetwork is immutable', 'it is false in the stored object and true here'],
    never: ['image is immutable'],
  },
  {
    title: 'what a Secret said is not told',
    files: { 'new.yaml': secret('other'), 'old.yaml': secret('former') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
    stdout: ['stringData.a is immutable'],
    never: ['former'],
  },
  {
    title: 'what nothing fills in is not there before it is written',
    files: { 'new.yaml': pod('a', '  dnsConfig: { nameservers: [10.0.0.1] }'), 'old.yaml': pod('a') },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
    stdout: ['spec.dnsConfig.nameservers is immutable', 'it is absent in the stored object and a list of 1 item here'],
  },
  {
    title: 'nobody says in an update when an object is to go',
    files: {
      'new.yaml': pod('a').replace('name: web }', 'name: web, deletionGracePeriodSeconds: 5 }'),
      'old.yaml': pod('a'),
    },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 1,
    stdout: ['metadata.deletionGracePeriodSeconds is immutable'],
  },
  {
    title: 'what the server fills in has not changed',
    files: {
      'new.yaml': pod('a', '  dnsPolicy: ClusterFirst', '  securityContext: {}', '  affinity: { podAffinity: {} }'),
      'old.yaml': pod('a', '  restartPolicy: Always', '  nodeName: one', '  schedulerName: default-scheduler'),
    },
    type: `check new.yaml ${at134} --operation=update --old=old.yaml`,
    exit: 0,
    never: ['immutable-field'],
  },
  {
    title: '--old is not for creates',
    files: { 'new.yaml': pod('a') },
    type: 'check new.yaml --old new.yaml --operation create',
    exit: 2,
    stderr: ['--old needs an operation on stored objects', '--operation=create'],
  },
  {
    title: '--old alone is an apply, which keeps what it leaves out',
    files: { 'new.yaml': storedJob(''), 'old.yaml': storedJob('  completionMode: Indexed\n', 'uid: a') },
    type: `check new.yaml ${at134} --old old.yaml`,
    exit: 0,
  },
  {
    title: 'an apply takes away what it had applied',
    files: { 'new.yaml': storedJob(''), 'old.yaml': storedJob('  completionMode: Indexed\n', `uid: a, ${owned}`) },
    type: `check new.yaml ${at134} --old old.yaml`,
    exit: 1,
    stdout: ['spec.completionMode is immutable'],
  },
  {
    title: 'an update of a Job has to name the selector',
    files: { 'new.yaml': storedJob(''), 'old.yaml': storedJob('', 'uid: a') },
    type: `check new.yaml ${at134} --old old.yaml --operation update`,
    exit: 1,
    stdout: ['spec.selector: Required value'],
  },
  {
    title: 'an expression that is stored is compiled with everything that the binary knows',
    files: { 'new.yaml': policy('[2, 1].sort() == [1, 2]'), 'old.yaml': policy('[2, 1].sort() == [1, 2]') },
    type: `check new.yaml ${at134} --old old.yaml`,
    exit: 0,
    stdout: ['as stored expressions are'],
  },
  {
    title: 'a new expression is not',
    files: { 'new.yaml': policy('[2, 1].sort() == [1, 2]'), 'old.yaml': policy('true') },
    type: `check new.yaml ${at134} --old old.yaml`,
    exit: 1,
    stdout: ['compilation failed'],
  },
  {
    title: 'a gated field that is stored is there for every other rule',
    files: { 'new.yaml': fileKey('b'), 'old.yaml': fileKey('a') },
    type: `check new.yaml ${at134} --old old.yaml --operation update`,
    exit: 0,
    stdout: ['fileKeyRef is kept on this update'],
    never: ['must specify one of'],
  },
  {
    title: 'a manifest without a namespace is the one in default',
    files: { 'new.yaml': secret('a'), 'old.yaml': secret('b').replace('a }', 'a, namespace: default }') },
    type: `check new.yaml ${at134} --old old.yaml`,
    exit: 1,
    stdout: ['is immutable'],
  },
  {
    title: '--old that is not there',
    files: { 'new.yaml': pod('a') },
    type: 'check new.yaml --operation update --old nowhere.yaml',
    exit: 2,
    stderr: ['--old: nowhere.yaml'],
  },
  {
    title: 'an unknown operation',
    files: { 'new.yaml': pod('a') },
    type: 'check new.yaml --operation=patch',
    exit: 2,
    stderr: ['create, apply, update'],
  },
  {
    title: 'git without a repository',
    files: { 'new.yaml': pod('a') },
    type: 'check new.yaml --operation=update --old=git:HEAD',
    env: { GIT_CEILING_DIRECTORIES: '/', GIT_DIR: '/nowhere' },
    exit: 2,
    stderr: ['--old=git:HEAD', 'not a git repository'],
  },
  {
    title: 'no git',
    files: { 'new.yaml': pod('a') },
    type: 'check new.yaml --operation=update --old=git:HEAD',
    env: { PATH: '/nowhere' },
    exit: 2,
    stderr: ['git cannot be found on the PATH'],
  },
]);

describe('command line, update against a git revision', () => {
  const hasGit = spawnSync('git', ['--version']).status === 0;
  let workspace: Workspace;
  const git = (...args: readonly string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: workspace.path, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const update = (path: string, old: string, cwd = '.') =>
    workspace.run(['check', path, at134, '--operation=update', `--old=${old}`, '--fail-on=warning'], { cwd });

  before(function () {
    if (!hasGit) notRun(this, 'there is no git');
    workspace = new Workspace({ 'a/über uns.yaml': pod('a', gated) });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message=a');
    workspace.write('a/new.yaml', pod('b', gated).replace('web }', 'added }'));
    workspace.write('a/über uns.yaml', pod('b', gated));
  });
  after(() => {
    if (hasGit) workspace.remove();
  });

  it('finds the old object in the file as it was', () => {
    const { exit, stdout } = update('a/über uns.yaml', 'git:HEAD');
    assert.equal(exit, 0, stdout);
    assert.match(stdout, /is kept on this update/);
  });

  it('does so from a folder below and above', () => {
    assert.equal(update('über uns.yaml', 'git:HEAD', 'a').exit, 0);
    assert.equal(update('../a/über uns.yaml', 'git:HEAD', 'a').exit, 0);
  });

  it('takes a file that was not there for new', () => {
    const { exit, stdout } = update('a', 'git:HEAD');
    assert.equal(exit, 1, stdout);
    assert.match(stdout, /is kept on this update/);
    assert.match(stdout, /is silently dropped/);
  });

  it('refuses a revision that does not exist', () => {
    const { exit, stderr } = update('a', 'git:nowhere');
    assert.equal(exit, 2);
    assert.match(stderr, /--old=git:nowhere/);
  });

  it('takes no revision for a flag', () => {
    assert.equal(update('a', 'git:--help').exit, 2);
  });
});
