import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crdSets } from '../../server/src/targets/crds.ts';
import { Workspace } from '../cli/harness.ts';
import { Asker, type Asking, cursor } from './asking.ts';

const config = (...lines: readonly string[]) =>
  `targets:
  prod:
    binaryVersion: "1.37"
    emulatedVersion: "1.35"
${lines.map((line) => `${line}\n`).join('')}`;

describe('language server, .kubecompat.yaml', () => {
  const asker = new Asker();
  let workspace: Workspace;
  before(() => {
    workspace = new Workspace({});
  });
  after(() => workspace.remove());
  afterEach(() => asker.stop());

  const inConfig = (asking: Asking = {}): Asking => ({
    ...asking,
    uri: pathToFileURL(join(workspace.path, '.kubecompat.yaml')).href,
    folder: workspace.path,
  });
  const hover = (text: string, asking: Asking = {}) => asker.hover(text, inConfig(asking));
  const complete = (text: string, asking: Asking = {}) => asker.complete(text, inConfig(asking));

  describe('hover', () => {
    it('says of a gate its stages and its state at the target', async () => {
      const said = await hover(config('    featureGates:', `      HPAConfigurable${cursor}Tolerance: true`));
      assert.match(said ?? '', /\| 1\.35 \| beta \| on \|/);
      assert.match(said ?? '', /`prod` beta, on$/);
    });

    it('says of an API what the target serves of it', async () => {
      const said = await hover(config('    runtimeConfig:', `      resource.k8s.io/v1${cursor}beta1: true`));
      assert.match(said ?? '', /`prod` serves DeviceClass, ResourceClaim/);
    });

    it('says what a setting does and which versions it takes', async () => {
      const key = await hover(config().replace('emulatedV', `emulatedV${cursor}`));
      assert.match(key ?? '', /\*\*--emulated-version\*\*[\s\S]*1\.37 takes 1\.34 to 1\.37\./);
      const value = await hover(config().replace('1.35', `1.3${cursor}5`));
      assert.match(value ?? '', /\*\*--emulated-version\*\*/);
      const binary = await hover(config().replace('1.37', `1.3${cursor}7`));
      assert.match(binary ?? '', /It can emulate 1\.34 to 1\.37\./);
    });

    it('says of a target what it is, where it is defined and where it is named', async () => {
      for (const text of [
        config().replace('prod', `pr${cursor}od`),
        config(`default: [pr${cursor}od]`),
        config('default:', `  - pr${cursor}od`),
        config('files:', `  - { match: "a/**", targets: [pr${cursor}od] }`),
      ]) {
        assert.match((await hover(text)) ?? '', /\*\*prod\*\*: kube-apiserver 1\.37, emulating 1\.35/, text);
      }
    });

    it('says of a target that another file describes what that is', async () => {
      writeFileSync(
        join(workspace.path, 'server.yaml'),
        'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: registry.k8s.io/kube-apiserver:v1.36.0\n      command: [kube-apiserver, --v=2]\n',
      );
      const said = await hover(`targets:\n  edge:\n    from: server.yaml\ndefault: [ed${cursor}ge]\n`);
      assert.match(said ?? '', /\*\*edge\*\*: kube-apiserver 1\.36, compatible/);
    });

    it('says of a code what it is about, and leaves what the schema says to those who know it', async () => {
      assert.match((await hover(config('severity:', `  removed${cursor}-api: hint`))) ?? '', /\*\*removed-api\*\*: \S/);
      const top = `defa${cursor}ult: [prod]`;
      assert.match((await hover(config(top))) ?? '', /\*\*default\*\*: The targets of files/);
      assert.equal(await hover(config(top), { options: { neighbours: { configuration: true } } }), undefined);
    });
  });

  describe('completion', () => {
    it('begins with nothing, and says of each key what it is for', async () => {
      const places = {
        '': ['targets', 'default', 'files', 'conversions', 'deprecations', 'helm', 'severity'],
        'files:\n  - ': ['match', 'targets', 'helm', 'severity'],
        'deprecations:\n  - ': ['group', 'version', 'kind', 'deprecated', 'removed', 'instead'],
        'helm:\n  ': ['values'],
        'targets:\n  prod:\n    ': ['binaryVersion', 'emulatedVersion', 'from', 'context', 'crds', 'severity'],
        'targets:\n  prod:\n    crds:\n      ': ['gateway-api', 'cert-manager', 'paths'],
        'targets:\n  prod:\n    crds:\n      gateway-api:\n        ': ['release', 'channel'],
      };
      for (const [text, keys] of Object.entries(places)) {
        const { labels, item } = await complete(`${text}${cursor}`);
        for (const key of keys) assert.ok(labels.includes(key), `${key} in ${JSON.stringify(text)}`);
        for (const label of labels) assert.match(item(label).detail ?? '', /^Kubecompat: \S/, `${text}${label}`);
        await asker.stop();
      }
    });

    it('begins an empty configuration with a target', async () => {
      const { taken } = await complete(cursor);
      assert.match(taken('targets'), /^targets:\n {2}prod:\n {4}binaryVersion: "1\.\d+"\n$/);
      assert.equal((await complete(`tar${cursor}:`)).taken('targets'), 'targets:');
    });

    it('gives keys where they can stand, without those that are there', async () => {
      const top = await complete(config(cursor));
      assert.deepEqual(top.labels.slice(0, 2), ['default', 'files']);
      assert.ok(!top.labels.includes('targets'));
      const ofTarget = await complete(config(`    ${cursor}`));
      assert.ok(ofTarget.labels.includes('featureGates') && !ofTarget.labels.includes('binaryVersion'));
      assert.ok(!ofTarget.labels.includes('from'));
      const ofFiles = await complete(config('files:', `  - ${cursor}`));
      assert.deepEqual(ofFiles.labels, ['match', 'targets', 'helm', 'severity']);
      assert.deepEqual((await complete(config('helm:', `  ${cursor}`))).labels, ['values']);
      const ofSome = await complete(config('files:', '  - match: a', '    helm:', `      ${cursor}`));
      assert.deepEqual(ofSome.labels, ['values']);
      const sets = await complete(config('    crds:', `      ${cursor}`));
      assert.deepEqual(sets.labels, [...crdSets.map(({ name }) => name), 'paths']);
    });

    it('gives the gates of the binary at the version that it emulates, also while the file cannot be read', async () => {
      const text = config('    featureGates:', `      HPAC${cursor}`, 'default: [');
      const { item, taken } = await complete(text);
      assert.match(item('HPAConfigurableTolerance').detail ?? '', /at 1\.35; beta, on by default/);
      assert.match(taken('HPAConfigurableTolerance'), /\n {6}HPAConfigurableTolerance: false\n/);
    });

    it('gives APIs, switches and releases of definitions', async () => {
      const apis = await complete(config('    runtimeConfig:', `      ${cursor}`));
      assert.match(apis.taken('resource.k8s.io/v1beta1'), /\n {6}resource\.k8s\.io\/v1beta1: true\n/);
      const on = await complete(config('    runtimeConfig:', `      api/beta: ${cursor}`));
      assert.deepEqual(on.labels, ['true', 'false']);
      const releases = await complete(config('    crds:', '      gateway-api:', `        release: ${cursor}`));
      assert.match(releases.labels[0] ?? '', /^v1\.\d+\.\d+$/);
      const channels = await complete(
        config('    crds:', `      gateway-api: { release: v1.4.0, channel: ${cursor} }`),
      );
      assert.deepEqual([...channels.labels].sort(), ['experimental', 'standard']);
    });

    it('gives versions in quotes, by the binary', async () => {
      const { labels, taken } = await complete(config(`    minCompatibilityVersion: ${cursor}`));
      assert.deepEqual(labels, ['1.35', '1.34']);
      assert.match(taken('1.34'), /minCompatibilityVersion: "1\.34"\n/);
      const quoted = await complete(config().replace('"1.35"', `"${cursor}"`));
      assert.deepEqual(quoted.labels, ['1.37', '1.36', '1.35', '1.34']);
      assert.match(quoted.taken('1.36'), /emulatedVersion: "1\.36"\n/);
    });

    it('gives the names of targets, also while the file cannot be read', async () => {
      for (const text of [
        config(`default: [${cursor}]`),
        config('default:', `  - ${cursor}`),
        config('files:', `  - match: "a/**"`, `    targets: [${cursor}`),
      ]) {
        assert.deepEqual((await complete(text)).labels, ['prod'], text);
      }
      assert.match((await complete(config(`default: ${cursor}`))).taken('prod'), /default: \[prod\]\n/);
    });

    it('gives codes and severities', async () => {
      const codes = await complete(config('severity:', `  rem${cursor}`));
      assert.match(codes.taken('removed-api'), /\n {2}removed-api: \n/);
      const severities = await complete(config('severity:', `  removed-api: ${cursor}`));
      assert.deepEqual(severities.labels, ['error', 'warning', 'information', 'hint', 'off']);
      const ofTarget = await complete(config('    severity:', `      rem${cursor}`));
      assert.ok(ofTarget.labels.includes('removed-api'));
    });

    it('gives nothing twice beside an extension that knows the schema', async () => {
      const options = { neighbours: { configuration: true } };
      assert.deepEqual((await complete(config(cursor), { options })).labels, []);
      assert.deepEqual((await complete(config(`default: [${cursor}]`), { options })).labels, ['prod']);
      const settings = { completion: 'on' };
      assert.ok((await complete(config(cursor), { options, settings })).labels.length > 0);
    });
  });
});
