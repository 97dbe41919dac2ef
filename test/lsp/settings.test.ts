import assert from 'node:assert/strict';
import { CompletionItemTag } from 'vscode-languageserver/node';
import { Asker, cursor } from './asking.ts';

const pod = (...args: readonly string[]) =>
  `apiVersion: v1
kind: Pod
metadata: { name: kube-apiserver }
spec:
  containers:
    - name: kube-apiserver
      image: registry.k8s.io/kube-apiserver:v1.36.2
      command:
        - kube-apiserver
${args.map((arg) => `        - ${arg}\n`).join('')}`;

const kubeadm = (...lines: readonly string[]) =>
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.37.0\n${lines.join('\n')}\n`;

describe('language server, files that describe clusters', () => {
  const asker = new Asker();
  afterEach(() => asker.stop());

  describe('hover', () => {
    it('says of a gate its stages, its state in the component and at the targets', async () => {
      const said = await asker.hover(
        pod(`--feature-gates=HPAConfigurable${cursor}Tolerance=true`, '--emulated-version=1.34'),
        { targets: ['1.32', '1.37'] },
      );
      assert.match(said ?? '', /\| 1\.33 \| alpha \| off \|\n\| 1\.35 \| beta \| on \|/);
      assert.match(said ?? '', /`kube-apiserver 1\.36 emulating 1\.34` alpha, on by a setting/);
      assert.match(said ?? '', /`1\.32` not known there\n\n`1\.37` GA, on/);
      assert.match(
        said ?? '',
        /While it is off, these fields are silently dropped: .*`autoscaling\.v2\.HPAScalingRules\.tolerance`/,
      );
    });

    it('says where a gate is locked, when it ends and what it needs', async () => {
      const locked = await asker.hover(pod(`--feature-gates=DynamicResource${cursor}Allocation=true`));
      assert.match(locked ?? '', /\| 1\.35 \| GA \| on, locked \|/);
      const needing = await asker.hover(pod(`--feature-gates=DRAPrioritized${cursor}List=true`));
      assert.match(needing ?? '', /Needs DynamicResourceAllocation to be on\./);
    });

    it('says what a flag does, in every form that it is written in', async () => {
      for (const text of [
        pod(`--emulated${cursor}-version=1.34`),
        kubeadm('apiServer:', '  extraArgs:', `    - name: emulated${cursor}-version`, '      value: "1.35"'),
        kubeadm('apiServer:', '  extraArgs:', `    emulated${cursor}-version: "1.35"`),
        `kube-apiserver-arg:\n  - emulated${cursor}-version=1.34\n`,
      ]) {
        assert.match(
          (await asker.hover(text)) ?? '',
          /\*\*--emulated-version\*\*\n\nThe Kubernetes version that/,
          text,
        );
      }
    });

    it('says which versions a flag takes', async () => {
      const said = await asker.hover(pod(`--emulated-version=1${cursor}.34`));
      assert.match(said ?? '', /Since 1\.31\. 1\.36 takes 1\.33 to 1\.36\./);
    });

    it('says of an entry of --runtime-config which kinds it is about and what is served of them', async () => {
      const said = await asker.hover(pod(`--runtime-config=resource.k8s.io/v1${cursor}beta1=true`), {
        targets: ['1.37'],
      });
      assert.match(said ?? '', /\| ResourceClaim \| 1\.32 on \| off \|/);
      assert.match(said ?? '', /`kube-apiserver 1\.36` serves DeviceClass, ResourceClaim/);
      assert.match(said ?? '', /`1\.37` serves nothing of resource\.k8s\.io\/v1beta1/);
      assert.match(
        (await asker.hover(pod(`--runtime-config=api/${cursor}beta=true`))) ?? '',
        /every version of the form/i,
      );
    });

    it('says which versions a binary can emulate', async () => {
      assert.match(
        (await asker.hover(kubeadm('').replace('1.37', `1.3${cursor}7`))) ?? '',
        /It can emulate 1\.34 to 1\.37/,
      );
    });

    it('works in systemd units', async () => {
      const text = `[Service]\nExecStart=/usr/bin/kube-apiserver \\\n  --feature-gates=HPAConfigurable${cursor}Tolerance=true\n`;
      const said = await asker.hover(text, { uri: 'file:///kube-apiserver.service', language: 'ini' });
      assert.match(said ?? '', /\| 1\.33 \| alpha \| off \|/);
    });
  });

  describe('completion', () => {
    it('gives the gates of the binary, by their state at the version that it emulates', async () => {
      const { labels, item, taken } = await asker.complete(
        pod(`--feature-gates=AllAlpha=false,HPAC${cursor}`, '--emulated-version=1.34'),
      );
      assert.match(item('HPAConfigurableTolerance').detail ?? '', /feature gate at 1\.34; alpha, off by default/);
      assert.equal(
        taken('HPAConfigurableTolerance'),
        pod('--feature-gates=AllAlpha=false,HPAConfigurableTolerance=true', '--emulated-version=1.34'),
      );
      assert.ok(
        !labels.includes('AppArmor') || labels.indexOf('AppArmor') > labels.indexOf('HPAConfigurableTolerance'),
      );
    });

    it('strikes deprecated gates through and writes nothing where a value stands', async () => {
      const { item, taken } = await asker.complete(pod(`--feature-gates=${cursor}=true`));
      assert.deepEqual(item('AllowParsingUserUIDFromCertAuth').tags ?? [], []);
      assert.equal(taken('AllAlpha'), pod('--feature-gates=AllAlpha=true'));
      const deprecated = await asker.complete(
        kubeadm('apiServer:', '  extraArgs:', '    - name: feature-gates', `      value: Allow${cursor}`),
      );
      const tagged = deprecated.labels.filter((label) =>
        deprecated.item(label).tags?.includes(CompletionItemTag.Deprecated),
      );
      assert.ok(tagged.length > 0);
    });

    it('writes entries of maps of gates as entries', async () => {
      const kind = (line: string) => `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates:\n  ${line}\n`;
      const first = await asker.complete(kind(`HPA${cursor}`), { targets: ['1.36'] });
      assert.equal(first.taken('HPAConfigurableTolerance'), kind('HPAConfigurableTolerance: false'));
      const second = await asker.complete(kind(`AllAlpha: true\n  HPA${cursor}`), { targets: ['1.36'] });
      assert.equal(second.taken('HPAConfigurableTolerance'), kind('AllAlpha: true\n  HPAConfigurableTolerance: false'));
      assert.deepEqual((await asker.complete(kind(`AllAlpha: t${cursor}`))).labels, ['true', 'false']);
    });

    it('gives the versions that the binary can emulate, and those below that for compatibility', async () => {
      const emulated = await asker.complete(pod(`--emulated-version=${cursor}`));
      assert.deepEqual(emulated.labels, ['1.36', '1.35', '1.34', '1.33']);
      const compatible = await asker.complete(
        pod(`--min-compatibility-version=1.${cursor}`, '--emulated-version=1.34'),
      );
      assert.deepEqual(compatible.labels, ['1.34', '1.33']);
      const quoted = await asker.complete(kubeadm('apiServer:', '  extraArgs:', `    emulated-version: ${cursor}`));
      assert.match(quoted.taken('1.35'), /emulated-version: "1\.35"/);
    });

    it('gives APIs for --runtime-config, those that are off first', async () => {
      const { labels, taken } = await asker.complete(pod(`--runtime-config=${cursor}`));
      assert.ok(labels.indexOf('api/beta') > 0 && labels.indexOf('apps/v1') > labels.indexOf('api/beta'));
      assert.equal(taken('resource.k8s.io/v1beta1'), pod('--runtime-config=resource.k8s.io/v1beta1=true'));
      assert.equal(taken('apps/v1'), pod('--runtime-config=apps/v1=false'));
    });

    it('gives the flags that decide, as each format writes them', async () => {
      const inCommand = await asker.complete(pod('--feature-gates=AllAlpha=true', `--em${cursor}`));
      assert.ok(!inCommand.labels.includes('feature-gates'));
      assert.equal(inCommand.taken('emulated-version'), pod('--feature-gates=AllAlpha=true', '--emulated-version='));
      const asMap = await asker.complete(kubeadm('apiServer:', '  extraArgs:', `    em${cursor}`));
      assert.match(asMap.taken('emulated-version'), /\n {4}emulated-version: ""\n/);
      const asName = await asker.complete(kubeadm('apiServer:', '  extraArgs:', `    - name: em${cursor}`));
      assert.match(asName.taken('emulated-version'), /- name: emulated-version\n/);
      const k3s = await asker.complete(`kube-apiserver-arg:\n  - em${cursor}\n`);
      assert.equal(k3s.taken('emulated-version'), 'kube-apiserver-arg:\n  - emulated-version=\n');
      const scheduler = await asker.complete(`kube-scheduler-arg:\n  - r${cursor}\n`);
      assert.ok(!scheduler.labels.includes('runtime-config'));
    });

    it('gives releases for versions', async () => {
      const { labels, taken } = await asker.complete(kubeadm('').replace('v1.37.0', `v1.3${cursor}`));
      assert.equal(labels[0], 'v1.37.0');
      assert.equal(taken('v1.36.0'), kubeadm('').replace('v1.37.0', 'v1.36.0'));
    });

    it('leaves the fields of the pod to what completes manifests', async () => {
      const { labels } = await asker.complete(`${pod('--v=2')}      image${cursor}\n`);
      assert.ok(labels.includes('imagePullPolicy') && !labels.includes('emulated-version'));
    });
  });
});
