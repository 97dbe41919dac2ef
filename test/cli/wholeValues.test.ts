import assert from 'node:assert/strict';
import { isPair, isScalar, parseDocument, visit } from 'yaml';
import type { CommandEntry } from '../../server/src/cli/commands.ts';
import type { FlagSpec } from '../../server/src/cli/flags/arguments.ts';
import type { Terminal } from '../../server/src/cli/output/terminal.ts';
import { plain } from '../../server/src/report/style.ts';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { textFiles } from '../support/textFiles.ts';

/** What people, shells and copying leave behind a value. */
const garbage = [' banana', 'banana', ';banana', ' 1', '‸'];

const files = textFiles(new URL('wholeValues.txt', import.meta.url));

/** The arguments of a run of each command that ends without a usage error. */
const runs: Readonly<Record<string, readonly string[]>> = {
  check: ['cm.yaml'],
  fix: ['cm.yaml'],
  convert: ['cm.yaml', '--to=v1'],
  report: ['cm.yaml'],
  diff: ['cm.yaml', '--from=1.34', '--to=1.37'],
  plan: ['cm.yaml', '--from=1.34', '--to=1.37'],
  crd: ['diff', 'crd.yaml', 'crd.yaml'],
  crds: ['list'],
  catalogue: [],
  merge: ['report.json'],
  targets: [],
  'api-resources': [],
  serve: ['cm.yaml'],
  with: [process.execPath, 'client.js', '--workspace=cm.yaml'],
};

/** Expressions of targets, in every form. */
const expressions = [
  '1.37',
  'v1.37.1',
  '1.37 as 1.35',
  '1.37,emulated-version=1.35',
  '1.37,emulated-version=kube=1.35',
  '1.37,min-compatibility-version=1.36',
  '1.37,feature-gates=AllBeta=true',
  '1.37,runtime-config=api/beta=true',
  '1.37,emulated-version=1.35,emulation-forward-compatible=true',
  '1.37,emulated-version=1.35,runtime-config-emulation-forward-compatible=true',
  '1.37,enable-admission-plugins=NodeRestriction',
  '1.37,disable-admission-plugins=Priority',
  '1.37,admission-control-config-file=admission.yaml',
  '1.37,service-cluster-ip-range=10.0.0.0/16',
  '1.37,service-node-port-range=30000-32767',
  '1.37,crds=gateway-api=v1.2.0/experimental',
  '1.37,crds=cert-manager=v1.16',
  '1.37,crds=cert-manager=1.16.1',
  '1.37,crds=crd.yaml',
  'from=pod.yaml',
  '1.36,from=pod.yaml',
  'crds=crd.yaml,from=pod.yaml',
];

const atNewest = expressions.filter((each) => !each.includes('from='));

/** The valid values of each flag. */
const values: Readonly<Record<string, readonly string[]>> = {
  target: expressions,
  'to-target': expressions,
  from: ['1.35', '1.36 as 1.35', '1.36,feature-gates=AllBeta=false'],
  'target-from': ['pod.yaml'],
  'binary-version': ['1.37', 'v1.37.0'],
  'emulated-version': ['1.35'],
  'min-compatibility-version': ['1.36'],
  'feature-gates': ['AllBeta=true'],
  'runtime-config': ['api/beta=true'],
  'enable-admission-plugins': ['NodeRestriction'],
  'disable-admission-plugins': ['Priority'],
  'admission-control-config-file': ['admission.yaml'],
  'service-cluster-ip-range': ['10.0.0.0/16'],
  'service-node-port-range': ['30000-32767', '30000+5'],
  crds: ['cert-manager=v1.16', 'crd.yaml'],
  timeout: ['15', '0.5'],
  'fail-on': ['error'],
  baseline: ['baseline.json'],
  only: ['removed-api'],
  components: ['kubernetes'],
  shard: ['1/4'],
  fleet: ['fleet.yaml'],
  today: ['2027-01-31'],
  operation: ['apply'],
  port: ['0'],
  workspace: ['cm.yaml'],
  old: ['old.yaml'],
  format: ['json'],
  output: ['json'],
  columns: ['file,line'],
  defaults: ['keep'],
};

/** Flags of one command that differ from the others of the same name, or need other arguments. */
const special: Readonly<Record<string, readonly string[] | Omit<FlagCase, 'flag'>>> = {
  'convert --to': ['v1', 'apps/v1'],
  'diff --to': atNewest,
  'plan --to': atNewest,
  'diff --target': { run: ['cm.yaml', '--old=old.yaml'], valid: expressions },
  'diff --old': { run: ['cm.yaml', '--target=1.37'], valid: ['old.yaml'] },
  'report --audit-log': { run: ['cm.yaml'], valid: ['audit.log'] },
  'plan --audit-log': { run: ['cm.yaml', '--from=1.36', '--to=1.37'], valid: ['audit.log'] },
};

/** Flags with any text, and what is done with it. */
const free: Readonly<Record<string, string>> = {
  context: 'names a context, and is refused if the kubeconfig does not have it',
  kubeconfig: 'names a file, which is read only for a cluster, and refused if it does not exist',
  'helm-values': 'names a file for helm, which may not be installed, and is refused if it does not exist',
  'changed-since': 'git refuses a revision that does not exist',
  kustomize: 'names a folder, which kustomize refuses',
  'stdin-filename': 'is the name of standard input in the report',
  'write-migrations': 'names the folder that is written',
  backup: 'names the folder that is written',
  'targets --audit-log': 'names a file, which is reported if it cannot be read, after a cluster was',
  'crds --name': 'names what is added',
  'crds --group': 'names a group of the definitions, and is refused if they do not have it',
  'targets --name': 'names what is added, or a release',
  'targets --namespace': 'names a namespace of a cluster',
  'targets --annotation': 'names an annotation of objects in a cluster',
  'field-manager': 'names the manager of fields in managedFields',
  registry: 'is an address, which does not answer',
  root: 'names a folder',
};

interface FlagCase {
  readonly flag: string;
  readonly run: readonly string[];
  readonly valid: readonly string[];
}

describe('values that are not understood to their last character', () => {
  const workspace = new WorkspaceFolder(files.below());
  let program: Program;
  const type = async (...args: readonly string[]): Promise<{ exit: number; told: string }> => {
    const told: string[] = [];
    const exit = await program.runReportingErrors(args, terminalAt(workspace.path, told, endServing));
    return { exit, told: told.join('\n') };
  };
  const refuses = async (...args: readonly string[]): Promise<void> => {
    const { exit, told } = await type(...args);
    assert.equal(exit, 2, `${args.join(' ')}: ${exit}\n${told}`);
    assert.doesNotMatch(told, /a bug in kubecompat/);
  };
  before(async () => {
    program = await load();
    workspace.write('report.json', (await type('check', 'cm.yaml', '--shard=1/1', '--format=json')).told);
  });
  after(() => workspace.remove());

  it('can be tested for every command that has flags with values', async () => {
    const known = new Set([...Object.keys(runs), 'mcp']);
    for (const { name, load: command } of program.commands) {
      const { flags } = await command();
      assert.ok(known.has(name) || flags.every(({ value }) => value === undefined), name);
    }
  });

  for (const name of Object.keys(runs)) {
    it(`are refused by every flag of ${name}`, async () => {
      const command = await program.commands.find((entry) => entry.name === name)?.load();
      assert.ok(command !== undefined);
      for (const spec of command.flags.filter(({ value }) => value !== undefined)) {
        const { run, valid } = caseOf(name, spec) ?? { run: [], valid: [] };
        for (const value of valid) {
          const typed = [name, ...run, `--${spec.name}=${value}`];
          const { exit, told } = await type(...typed);
          assert.ok(exit !== 2 && exit !== 3, `${typed.join(' ')}: ${exit}\n${told}`);
          for (const end of garbage) await refuses(name, ...run, `--${spec.name}=${value}${end}`);
        }
      }
    });
  }

  it('are refused in every setting of .kubecompat.yaml', async () => {
    const text = files.text('configured.yaml');
    workspace.write('.kubecompat.yaml', text);
    const { exit, told } = await type('check', 'cm.yaml');
    assert.equal(exit, 0, told);
    const spans: [start: number, end: number, key: string][] = [];
    visit(parseDocument(text), {
      Scalar: (key, { range }, [...path]) => {
        const pair = path.at(-1);
        const name = isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '';
        if (key !== 'key' && range && !isFree.has(name)) spans.push([range[0], range[1], name]);
      },
    });
    assert.ok(spans.length > 20);
    for (const [start, end, key] of spans) {
      const value = text.slice(start, end).replaceAll('"', '');
      for (const more of garbage) {
        // The longer name of another group, version or kind.
        if (more === 'banana' && ['group', 'version', 'kind'].includes(key)) continue;
        workspace.write('.kubecompat.yaml', `${text.slice(0, start)}"${value}${more}"${text.slice(end)}`);
        await refuses('check', 'cm.yaml');
      }
    }
    workspace.write('.kubecompat.yaml', '');
  });
});

/** Settings with any text: globs, and the names of releases and replacements. */
const isFree = new Set(['match', 'removed', 'instead']);

/** The command line, as Node loads it: its errors are instances of the same classes. */
interface Program {
  readonly commands: readonly CommandEntry[];
  readonly runReportingErrors: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

async function load(): Promise<Program> {
  const { commands } = await import('../../server/src/cli/commands.ts');
  const { runReportingErrors } = await import('../../server/src/cli/main.ts');
  return { commands, runReportingErrors };
}

/** The valid values of a flag, and a run that uses them; undefined for any text. Fails for a flag without an entry. */
function caseOf(command: string, { name: flag, choices }: FlagSpec): FlagCase | undefined {
  const key = `${command} --${flag}`;
  const run = (runs[command] ?? []).filter(
    (arg) => !arg.startsWith(`--${flag}=`) && !(flag === 'to-target' && arg.startsWith('--to=')),
  );
  const own = special[key];
  if (own !== undefined) return 'run' in own ? { flag, ...own } : { flag, run, valid: own };
  if (key in free || flag in free) return undefined;
  const valid = choices?.slice(0, 1) ?? values[flag];
  assert.ok(valid !== undefined, `${key} has no valid value in this test`);
  assert.ok(command in runs, `${command} has no run in this test`);
  return { flag, run, valid };
}

/** Ends `serve` once it says that it serves, as the end of a session does. */
function endServing(message: string): void {
  if (message.startsWith('serving ')) setImmediate(() => process.emit('SIGTERM', 'SIGTERM'));
}

function terminalAt(cwd: string, told: string[], onMessage: (message: string) => void): Terminal {
  const tell = (text: string) => {
    told.push(text);
  };
  return {
    cwd,
    out: (parts) => tell([...parts].join('')),
    stream: async (parts) => tell([...parts].join('')),
    err: (message) => {
      tell(message);
      onMessage(message);
    },
    problem: (message, remedy) => tell(`${message}\n${remedy}`),
    save: () => undefined,
    makeFolder: () => undefined,
    readStdin: () => new Uint8Array(),
    style: plain,
    width: undefined,
    status: undefined,
  };
}
