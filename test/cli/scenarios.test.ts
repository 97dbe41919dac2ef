import assert from 'node:assert/strict';
import { type Files, type RunOptions, runIn } from './harness.ts';
import { broken, config, configMap, custom, oldCronJob, oldIngress } from './manifests.ts';

/** What a user types in a folder with some files, and what must come of it. */
interface Scenario extends RunOptions {
  readonly title: string;
  readonly files?: Files;
  /** The words behind `kubecompat`, split at blanks. */
  readonly type: string;
  readonly exit: number;
  readonly stdout?: readonly (string | RegExp)[];
  readonly stderr?: readonly (string | RegExp)[];
  /** Must appear nowhere. */
  readonly never?: readonly (string | RegExp)[];
}

const at136 = '--target=1.36';

const usage: readonly Scenario[] = [
  { title: 'no command', type: '', exit: 2, stderr: ['usage: kubecompat COMMAND'] },
  { title: 'help', type: '--help', exit: 0, stdout: ['check', 'explain', 'lsp'] },
  { title: 'help of a command', type: 'check --help', exit: 0, stdout: ['--emulated-version=1.N', '--fail-on'] },
  { title: 'version', type: '--version', exit: 0, stdout: [/^\d+\.\d+\.\d+\n$/] },
  { title: 'unknown command', type: 'chekc .', exit: 2, stderr: ['unknown command "chekc"', 'did you mean check?'] },
  { title: 'a command of a later version', type: 'plan .', exit: 2, stderr: ['"plan" is not in this version yet'] },
  { title: 'unknown flag', type: 'check . --formt json', exit: 2, stderr: ['unknown flag --formt', '--format?'] },
  { title: 'unknown short flag', type: 'check . -x', exit: 2, stderr: ['unknown flag -x'] },
  { title: 'flag without its value', type: 'check . --target', exit: 2, stderr: ['--target needs a value'] },
  { title: 'flag in place of a value', type: 'check . --target --strict', exit: 2, stderr: ['--target needs a value'] },
  { title: 'unknown format', type: 'check . --format jsom', exit: 2, stderr: ['did you mean json?', 'text, json'] },
  { title: 'unknown severity', type: 'check . --fail-on fatal', exit: 2, stderr: ['takes error, warning'] },
  { title: 'no path', type: 'check', exit: 2, stderr: ['no path to check'] },
  { title: 'wrong --output', type: 'check . --output x', exit: 2, stderr: ['write --output FORMAT=FILE'] },
  {
    title: 'flags end at --',
    files: { '--x.yaml': configMap },
    type: `check ${at136} -- --x.yaml`,
    exit: 0,
    stdout: ['1 resource judged in 1 file'],
  },
  {
    title: 'values behind = and behind a blank',
    files: { 'a.yaml': configMap },
    type: 'check a.yaml --target 1.36 --format=json',
    exit: 0,
    stdout: ['"binary":"1.36"'],
  },
];

const exits: readonly Scenario[] = [
  {
    title: '0: nothing found',
    files: { 'a.yaml': configMap },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found; 1 resource judged in 1 file', 'Kubernetes 1.36'],
  },
  {
    title: '1: an error',
    files: { 'a.yaml': oldIngress },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'error[removed-api]',
      'a.yaml:1:13',
      'apiVersion: extensions/v1beta1',
      '^^^^^^^^^^^^^^^^^^',
      'Ingress shop/web',
    ],
  },
  { title: '0: --fail-on never', files: { 'a.yaml': oldIngress }, type: `check . ${at136} --fail-on never`, exit: 0 },
  {
    title: '0 and 1: --fail-on draws the line',
    files: { 'a.yaml': oldCronJob },
    type: 'check . --target=1.24 --fail-on error',
    exit: 0,
    stdout: ['warning[deprecated-api]'],
  },
  {
    title: '1: --fail-on warning',
    files: { 'a.yaml': oldCronJob },
    type: 'check . --target=1.24 --fail-on warning',
    exit: 1,
  },
  {
    title: '3: a document that should be a manifest',
    files: { 'a.yaml': `${configMap}---\n${broken}` },
    type: `check . ${at136} --fail-on never`,
    exit: 3,
    stdout: ['not judged', 'a.yaml (document 2)'],
  },
  {
    title: '1 beats 3',
    files: { 'a.yaml': oldIngress, 'b.yaml': broken },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['removed-api', 'syntax-error'],
  },
  {
    title: '2 beats 1: a path that is not there, and the others are judged',
    files: { 'a.yaml': oldIngress },
    type: `check a.yaml gone.yaml ${at136}`,
    exit: 2,
    stdout: ['removed-api', 'gone.yaml: does not exist'],
    stderr: ['gone.yaml does not exist', 'check the spelling'],
  },
  {
    title: '0: custom resources, templates and other files are counted',
    files: { 'a.yaml': custom, 'b.yaml': 'name: {{ .Values.name }}\n', 'c.yaml': 'services: {}\n' },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['custom resource', 'template', 'no API resource'],
  },
  { title: '3: the same with --strict', files: { 'a.yaml': custom }, type: `check . ${at136} --strict`, exit: 3 },
];

const targets: readonly Scenario[] = [
  {
    title: 'no configuration: the newest minor, and the report says so',
    files: { 'a.yaml': configMap },
    type: 'check .',
    exit: 0,
    stdout: ['no target was given: the newest minor of the catalogue'],
  },
  {
    title: 'the server as its flags describe it',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --emulated-version=1.35 --min-compatibility-version 1.34',
    exit: 0,
    stdout: ['Kubernetes 1.37 emulating 1.35', 'min compatibility 1.34'],
  },
  {
    title: 'switches of the server without a value',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version=1.37 --emulated-version=1.36 --emulation-forward-compatible',
    exit: 0,
  },
  {
    title: '--target and server flags exclude each other',
    files: { 'a.yaml': configMap },
    type: `check . ${at136} --binary-version 1.37`,
    exit: 2,
    stderr: ['exclude each other'],
    never: ['judged in'],
  },
  {
    title: 'an unknown target',
    files: { 'a.yaml': configMap, '.kubecompat.yaml': config },
    type: 'check . --target prd',
    exit: 2,
    stderr: ['--target=prd', 'did you mean prod?'],
  },
  {
    title: 'a minor that does not exist',
    files: { 'a.yaml': configMap },
    type: 'check . --target 1.99',
    exit: 2,
    stderr: ['--target=1.99', 'allowed'],
  },
  {
    title: 'what the server would refuse to start with',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --emulated-version 1.39',
    exit: 2,
    stderr: ['--emulated-version=1.39', 'allowed'],
  },
  {
    title: 'an unknown feature gate',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --feature-gates NoSuchGate=true',
    exit: 2,
    stderr: ['NoSuchGate', 'allowed'],
  },
  {
    title: 'several targets: equal findings are told once',
    files: { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndta: {}\n' },
    type: 'check . --target 1.36 --target 1.37',
    exit: 1,
    stdout: [/^(?:(?!unknown-field)[\s\S])*unknown-field(?:(?!unknown-field)[\s\S])*$/, /at\s+1\.36, 1\.37/],
  },
  {
    title: 'the nearest configuration upwards, from the file',
    files: {
      '.kubecompat.yaml': config,
      'old/.kubecompat.yaml': 'targets: { legacy: { binaryVersion: "1.20" } }\n',
      'old/deep/a.yaml': oldIngress,
      'a.yaml': configMap,
    },
    type: 'check .',
    exit: 0,
    stdout: ['legacy: Kubernetes 1.20', '(old/.kubecompat.yaml)', 'prod: Kubernetes 1.36'],
  },
  {
    title: 'in files the first match wins',
    files: {
      '.kubecompat.yaml':
        'targets: { prod: { binaryVersion: "1.36" }, edge: { binaryVersion: "1.20" } }\ndefault: [prod]\nfiles:\n  - { match: "edge/**", targets: [edge] }\n  - { match: "**", targets: [prod] }\n',
      'edge/a.yaml': oldIngress,
      'b.yaml': configMap,
    },
    type: 'check .',
    exit: 0,
  },
  {
    title: 'the command line replaces the configuration',
    files: { '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.20" } }\n', 'a.yaml': oldIngress },
    type: `check . ${at136}`,
    exit: 1,
    never: ['old: Kubernetes'],
  },
  {
    title: 'a configured name on the command line',
    files: {
      '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.20" }, new: { binaryVersion: "1.36" } }\n',
      'a.yaml': oldIngress,
    },
    type: 'check . --target old',
    exit: 0,
    stdout: ['old: Kubernetes 1.20'],
    never: ['new: Kubernetes'],
  },
  {
    title: 'severity of the configuration',
    files: { '.kubecompat.yaml': `${config}severity: { removed-api: warning }\n`, 'a.yaml': oldIngress },
    type: 'check .',
    exit: 0,
    stdout: ['warning[removed-api]'],
  },
];

const badInput: readonly Scenario[] = [
  {
    title: 'a typo in the configuration, with its place',
    files: { '.kubecompat.yaml': 'targets:\n  prod: { binaryVersoin: "1.36" }\n', 'a.yaml': configMap },
    type: 'check .',
    exit: 2,
    stderr: ['.kubecompat.yaml:2:11', 'did you mean binaryVersion?'],
    never: ['Kubernetes 1.37'],
  },
  {
    title: 'an unquoted version',
    files: { '.kubecompat.yaml': 'targets: { prod: { binaryVersion: 1.30 } }\n', 'a.yaml': configMap },
    type: 'check .',
    exit: 2,
    stderr: ['.kubecompat.yaml:1:35', '1.30 as the number 1.3', 'write "1.30"'],
  },
  {
    title: 'a default that names an unknown target',
    files: { '.kubecompat.yaml': `${config}default: [edge]\n`, 'a.yaml': configMap },
    type: 'check .',
    exit: 2,
    stderr: ['.kubecompat.yaml:3:11', 'unknown target "edge"'],
  },
  {
    title: 'a configured target that the server would refuse, at its place',
    files: {
      '.kubecompat.yaml': 'targets:\n  prod:\n    binaryVersion: "1.36"\n    emulatedVersion: "1.20"\n',
      'a.yaml': configMap,
    },
    type: 'check .',
    exit: 2,
    stderr: ['.kubecompat.yaml:4:22', 'allowed'],
  },
  {
    title: 'two configurations in one folder',
    files: { '.kubecompat.yaml': config, '.kubecompat.yml': config, 'a.yaml': configMap },
    type: 'check .',
    exit: 2,
    stderr: ['second configuration', '.kubecompat.yml', 'remove the other'],
  },
  {
    title: 'a bad configuration stops only the files below it',
    files: {
      '.kubecompat.yaml': config,
      'a.yaml': configMap,
      'team/.kubecompat.yaml': 'target: {}\n',
      'team/b.yaml': configMap,
    },
    type: 'check .',
    exit: 2,
    stdout: ['1 resource judged in 2 files', 'team/b.yaml: team/.kubecompat.yaml is refused'],
    stderr: ['team/.kubecompat.yaml:1:1'],
  },
  {
    title: 'an empty workspace',
    files: {},
    type: `check . ${at136}`,
    exit: 0,
    stderr: ['nothing to check under .', '.yaml, .yml and .json'],
  },
  {
    title: 'a binary file among good ones',
    files: { 'a.yaml': configMap, 'b.yaml': new Uint8Array([0x7f, 0x45, 0, 1]) },
    type: `check . ${at136}`,
    exit: 3,
    stdout: ['b.yaml: is a binary file', '1 resource judged in 2 files'],
    stderr: ['b.yaml is a binary file'],
  },
  {
    title: 'a file that is not UTF-8',
    files: { 'a.yaml': new Uint8Array([0x61, 0x3a, 0x20, 0xe4, 0x0a]) },
    type: `check . ${at136}`,
    exit: 3,
    stderr: ['not encoded in UTF-8'],
  },
  {
    title: 'links that lead nowhere, in a circle and outside',
    files: {
      'w/a.yaml': configMap,
      'w/gone.yaml': { to: 'nothing.yaml' },
      'w/loop.yaml': { to: 'loop.yaml' },
      'w/self': { to: '.' },
      'w/out.yaml': { to: '../secret.yaml' },
      'secret.yaml': oldIngress,
    },
    type: `check w ${at136}`,
    exit: 3,
    stdout: ['1 resource judged', 'w/gone.yaml: does not exist', 'w/loop.yaml: is a link that leads in a circle'],
    stderr: ['w/out.yaml is a link to', 'was not followed'],
    never: ['removed-api'],
  },
  {
    title: 'a link inside the workspace is judged under its own name',
    files: { 'base/a.yaml': oldIngress, 'prod/b.yaml': { to: '../base/a.yaml' } },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['base/a.yaml:1:13', 'prod/b.yaml:1:13'],
  },
  {
    title: 'a broken document among good ones',
    files: { 'a.yaml': `${configMap}---\n${broken}---\n${oldIngress}` },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['syntax-error', 'a.yaml:13:13', 'removed-api', 'a.yaml (document 2)'],
  },
  {
    title: 'control characters of a manifest do not reach the terminal',
    files: { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n"d\\e[31m": 1 # \u001B]0;x\u0007\n' },
    type: `check . ${at136}`,
    exit: 1,
    never: ['\u001B', '\u0007'],
  },
];

const discovery: readonly Scenario[] = [
  {
    title: '.gitignore at every level, and never node_modules',
    files: {
      '.gitignore': 'out/\n*.tmp.yaml\n',
      'a.yaml': configMap,
      'b.tmp.yaml': oldIngress,
      'out/c.yaml': oldIngress,
      'sub/.gitignore': '!keep.tmp.yaml\nlocal.yaml\n',
      'sub/keep.tmp.yaml': configMap,
      'sub/local.yaml': oldIngress,
      'node_modules/x/d.yaml': oldIngress,
      '.git/e.yaml': oldIngress,
      'notes.txt': 'no manifest',
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['2 resources judged in 2 files'],
  },
  {
    title: 'a file that is named is judged whatever ignores it or it is called',
    files: { '.gitignore': '*\n', 'a.yaml': oldIngress, 'b.manifest': oldIngress },
    type: `check a.yaml b.manifest ${at136}`,
    exit: 1,
    stdout: ['a.yaml:1:13', 'b.manifest:1:13'],
  },
  {
    title: 'an ignored folder that is named is searched',
    files: { '.git/HEAD': '', '.gitignore': 'out/\n', 'out/a.yaml': oldIngress },
    type: `check out ${at136}`,
    exit: 1,
  },
  {
    title: 'the rules above a named folder count in a Git work tree',
    files: { '.git/HEAD': '', '.gitignore': 'skip.yaml\n', 'k8s/a.yaml': configMap, 'k8s/skip.yaml': oldIngress },
    type: `check k8s ${at136}`,
    exit: 0,
    stdout: ['1 resource judged in 1 file'],
  },
  {
    title: 'nothing left after .gitignore',
    files: { '.gitignore': '*.yaml\n', 'a.yaml': configMap },
    type: `check . ${at136}`,
    exit: 0,
    stderr: ['.gitignore leaves out 1'],
  },
  {
    title: 'a file that is named twice is judged once',
    files: { 'a.yaml': configMap },
    type: `check a.yaml . ./a.yaml ${at136}`,
    exit: 0,
    stdout: ['1 resource judged in 1 file'],
  },
  {
    title: 'a volume of Kubernetes is read once',
    files: { '..data': { to: '..v1' }, '..v1/a.yaml': configMap, 'a.yaml': { to: '..data/a.yaml' } },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['1 resource judged in 1 file'],
  },
  {
    title: 'the configuration is no manifest',
    files: { '.kubecompat.yaml': config },
    type: 'check .',
    exit: 0,
    stderr: ['nothing to check'],
  },
  { title: 'standard input', type: `check - ${at136}`, stdin: oldIngress, exit: 1, stdout: ['<stdin>:1:13'] },
  {
    title: 'standard input under the name of a file, and so under its configuration',
    files: { 'old/.kubecompat.yaml': 'targets: { legacy: { binaryVersion: "1.20" } }\n' },
    type: 'check - --stdin-filename old/a.yaml',
    stdin: `${oldIngress}---\n${broken}`,
    exit: 1,
    stdout: ['old/a.yaml:', 'legacy: Kubernetes 1.20'],
  },
  {
    title: 'UTF-16 and a byte order mark',
    files: {
      'a.yaml': Buffer.from(`\uFEFF${oldIngress}`, 'utf16le'),
      'b.yaml': Buffer.from(`\uFEFF${oldIngress}`, 'utf16le').swap16(),
      'c.yaml': `\uFEFF${oldIngress}`,
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['a.yaml:1:13', 'b.yaml:1:13', 'c.yaml:1:13'],
  },
];

const formats: readonly Scenario[] = [
  {
    title: 'github: workflow commands, their values escaped',
    files: { 'a,b.yaml': oldIngress },
    type: `check . ${at136} --format github`,
    exit: 1,
    stdout: [/^::error file=a%2Cb\.yaml,line=1,endLine=1,col=13,endColumn=31,title=removed-api::.*%0A.*\n$/],
  },
  {
    title: 'markdown: a table that no manifest can break out of',
    files: { 'a.yaml': `${configMap}"<img|x>": 1\n` },
    type: `check . ${at136} --format=markdown`,
    exit: 1,
    stdout: ['# Kubecompat', '**1 error**; 1 resource judged in 1 file', '| error<br>`unknown-field` | `a.yaml:7`'],
    never: ['"<img', '**<img'],
  },
];

const commands: readonly Scenario[] = [
  {
    title: 'report: resources by targets',
    files: { 'a.yaml': oldIngress, 'b.yaml': configMap },
    type: 'report . --target 1.20 --target 1.36',
    exit: 1,
    stdout: [
      /file +resource +1\.20 +1\.36/,
      /a\.yaml +extensions\/v1beta1 Ingress shop\/web .* removed-api/,
      /b\.yaml .* ok +ok/,
    ],
  },
  {
    title: 'targets: all that are configured',
    files: { '.kubecompat.yaml': 'targets: { a: { binaryVersion: "1.36" }, b: { binaryVersion: "1.35" } }\n' },
    type: 'targets',
    exit: 0,
    stdout: ['.kubecompat.yaml', /a +1\.36 +1\.36 +1\.35/, /b +1\.35/],
  },
  { title: 'targets: of a refused one the reason', type: 'targets --target 1.99', exit: 2, stderr: ['1.99'] },
  { title: 'targets takes no paths', type: 'targets .', exit: 2, stderr: ['takes no paths'] },
  {
    title: 'api-resources: a table',
    type: 'api-resources --target 1.36',
    exit: 0,
    stdout: [/deployments +deploy +apps\/v1 +true +Deployment +v1/],
  },
  {
    title: 'api-resources: of one target',
    type: 'api-resources --target 1.36 --target 1.37',
    exit: 2,
    stderr: ['several targets', '--target=1.36'],
  },
  { title: 'explain: all codes', type: 'explain', exit: 0, stdout: ['removed-api', 'syntax-error', 'not-served'] },
  { title: 'explain: one code', type: 'explain syntax-error', exit: 0, stdout: ['# syntax-error', 'What to do'] },
  {
    title: 'explain: a code with a typo',
    type: 'explain removed-apis',
    exit: 2,
    stderr: ['did you mean removed-api?'],
  },
];

const groups: Readonly<Record<string, readonly Scenario[]>> = {
  usage,
  exits,
  targets,
  badInput,
  discovery,
  formats,
  commands,
};

for (const [group, scenarios] of Object.entries(groups)) {
  describe(`command line, ${group}`, () => {
    for (const scenario of scenarios) {
      const { title, files = {}, type, exit, stdout = [], stderr = [], never = [] } = scenario;
      it(title, () => {
        const run = runIn(files, type === '' ? [] : type.split(' '), scenario);
        const shown = `\n${run.stdout}\n${run.stderr}`;
        assert.equal(run.exit, exit, shown);
        for (const part of stdout) assert.ok(has(run.stdout, part), `standard output lacks ${part}${shown}`);
        for (const part of stderr) assert.ok(has(run.stderr, part), `standard error lacks ${part}${shown}`);
        for (const part of never) assert.ok(!has(run.stdout + run.stderr, part), `there is ${part}${shown}`);
        assert.doesNotMatch(run.stderr, /\n {4}at /, 'no stack trace');
      });
    }
  });
}

function has(text: string, part: string | RegExp): boolean {
  return typeof part === 'string' ? text.includes(part) : part.test(text);
}
