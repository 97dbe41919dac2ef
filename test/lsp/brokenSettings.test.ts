import assert from 'node:assert/strict';
import { methods, type OverrideResult, type TargetsInForce } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { cronJob } from '../cli/manifests.ts';
import { TestClient } from './testClient.ts';

/** What a mistake in a `.kubecompat.yaml` leaves of its targets, and the words that name it. */
const mistakes: readonly {
  readonly title: string;
  readonly config: string;
  readonly left: readonly string[];
  readonly says: RegExp;
}[] = [
  {
    title: 'a misspelt check code',
    config: 'targets:\n  t: { binaryVersion: "1.24" }\nseverity: { removed-apis: off }\n',
    left: ['t: kube-apiserver 1.24, compatible with 1.23'],
    says: /did you mean removed-api\?/,
  },
  {
    title: 'a misspelt gate',
    config:
      'targets:\n  t: { binaryVersion: "1.36", emulatedVersion: "1.35", featureGates: { HPAScaleToZer: true } }\n',
    left: ['t: kube-apiserver 1.36, emulating 1.35, compatible with 1.34'],
    says: /HPAScaleToZer/,
  },
  {
    title: 'an emulated version out of range, and a key that there is not',
    config: 'targets:\n  t: { binaryVersion: "1.36", emulatedVersion: "1.20", emulates: "1.35" }\n',
    left: ['t: kube-apiserver 1.36, compatible with 1.35'],
    says: /"emulates"[\s\S]*1\.20/,
  },
  {
    title: 'one target of two that is none',
    config: 'targets:\n  t: { binaryVersion: "1.99" }\n  u: { binaryVersion: "1.30" }\n',
    left: ['u: kube-apiserver 1.30, compatible with 1.29'],
    says: /1\.99/,
  },
  {
    title: 'a default that names no target',
    config: 'targets:\n  t: { binaryVersion: "1.30" }\n  u: { binaryVersion: "1.31" }\ndefault: [v]\n',
    left: ['t: kube-apiserver 1.30, compatible with 1.29', 'u: kube-apiserver 1.31, compatible with 1.30'],
    says: /unknown target "v"/,
  },
  {
    title: 'a rule for files that names no target, which leaves them to the default',
    config: 'targets:\n  t: { binaryVersion: "1.30" }\nfiles: [{ match: "**", targets: [v] }]\n',
    left: ['t: kube-apiserver 1.30, compatible with 1.29'],
    says: /unknown target "v"/,
  },
];

describe('settings with a mistake', () => {
  let workspace: Workspace;
  let editor: TestClient;
  const inForce = async () => {
    const uri = workspace.uri('a.yaml');
    const { targets, problems } = await editor.connection.sendRequest<TargetsInForce>(methods.targets, { uri });
    return {
      targets: targets.map(({ name, description }) => `${name}: ${description}`),
      problems: problems.join('\n'),
    };
  };
  beforeEach(() => {
    workspace = new Workspace({});
  });
  afterEach(async () => {
    await editor.stop();
    workspace.remove();
  });

  for (const { title, config, left, says } of mistakes) {
    it(`lose what is wrong alone: ${title}`, async () => {
      workspace.write('.kubecompat.yaml', config);
      editor = await TestClient.start({ folder: workspace.path });
      const { targets, problems } = await inForce();
      assert.deepEqual(targets, left);
      assert.match(problems, says);
    });
  }

  it('of one folder say nothing in another', async () => {
    workspace.write('wrong/.kubecompat.yaml', 'targets:\n  t: { binaryVersion: "1.99" }\n');
    workspace.write('.kubecompat.yaml', 'targets:\n  t: { binaryVersion: "1.30" }\n');
    editor = await TestClient.start({ folder: workspace.path });
    await editor.connection.sendRequest(methods.targets, { uri: workspace.uri('wrong/a.yaml') });
    assert.deepEqual(await inForce(), { targets: ['t: kube-apiserver 1.30, compatible with 1.29'], problems: '' });
  });

  it("of the editor's: an expression that cannot be is left out, and nothing is left to the newest", async () => {
    editor = await TestClient.start({ folder: workspace.path, settings: { targets: ['1.99', '1.24'] } });
    const { targets, problems } = await inForce();
    assert.deepEqual(targets, ['1.24: kube-apiserver 1.24, compatible with 1.23']);
    assert.match(problems, /^1\.99: /);
    await editor.stop();
    editor = await TestClient.start({ folder: workspace.path, settings: { targets: ['1.99'] } });
    await editor.open(workspace.uri('a.yaml'), cronJob('batch/v1beta1'));
    const found = await editor.diagnostics(workspace.uri('a.yaml'), 1);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['removed-api', 'configuration'],
    );
  });

  it('are refused before they are chosen, and asking changes nothing', async () => {
    editor = await TestClient.start({ folder: workspace.path });
    const check = (...targets: readonly string[]) =>
      editor.connection.sendRequest<OverrideResult>(methods.checkTargets, { targets });
    const before = await inForce();
    assert.deepEqual(await check('1.34', '1.37,emulated-version=1.35'), { problems: [] });
    for (const [expression, says] of [
      ['1.99', /^1\.99: .*1\.8 to 1\.\d+/],
      ['1.37,emulated-version=1.30', /1\.34 to 1\.37/],
      ['1.37,feature-gates=HPAScaleToZer=true', /HPAScaleToZero/],
      ['nowhere', /no target of this name/],
    ] as const) {
      assert.match((await check(expression)).problems.join(), says);
    }
    assert.deepEqual(await inForce(), before);
  });
});
