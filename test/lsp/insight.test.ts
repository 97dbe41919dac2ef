import assert from 'node:assert/strict';
import { CompletionItemTag, InsertTextFormat, MarkupContent } from 'vscode-languageserver/node';
import { builtFieldTexts } from '../harness/fieldTexts.ts';
import { Asker, type Asking, cursor } from './asking.ts';

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
`;

describe('language server, hover and completion of manifests', () => {
  const asker = new Asker();
  const hover = (marked: string, asking: Asking = {}) => asker.hover(marked, asking);
  const complete = (marked: string, asking: Asking = {}) => asker.complete(marked, asking);

  afterEach(() => asker.stop());

  describe('completion', () => {
    it('gives the versions of a kind: served ones, those of some targets, those that are gone', async () => {
      const { labels, item } = await complete(`apiVersion: ${cursor}\nkind: CronJob\n`, { targets: ['1.24', '1.37'] });
      assert.deepEqual(labels, ['batch/v1', 'batch/v1beta1', 'batch/v2alpha1']);
      assert.match(item('batch/v1beta1').detail ?? '', /^Kubecompat: .*not served by 1\.37/);
      assert.deepEqual(item('batch/v1beta1').tags, [CompletionItemTag.Deprecated]);
      assert.match(item('batch/v2alpha1').detail ?? '', /last served by 1\.20/);
    });

    it('gives the kinds of a version with what they begin with, the same at once where it is to be the same', async () => {
      const { taken, item } = await complete(`apiVersion: apps/v1\nkind: Depl${cursor}\n`, { snippets: true });
      assert.equal(item('Deployment').insertTextFormat, InsertTextFormat.Snippet);
      const text = taken('Deployment');
      assert.match(text, /^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: \$\{1:web\}\nspec:\n/);
      assert.match(text, / {6}app: \$\{1:web\}\n {2}template:\n {4}metadata:\n {6}labels:\n {8}app: \$\{1:web\}\n/);
    });

    it('writes the same without placeholders where a client has none, with the line breaks of the file', async () => {
      const { taken } = await complete(`apiVersion: v1\r\nkind: ${cursor}\r\n`);
      assert.equal(
        taken('ConfigMap'),
        'apiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: config\r\ndata:\r\n  key: value\r\n',
      );
    });

    it('gives whole objects by the names of kinds, in an empty file and in a document that begins', async () => {
      const { labels, taken, item } = await complete(cursor, { snippets: true });
      assert.deepEqual(labels.slice(0, 2), ['apiVersion', 'kind']);
      assert.match(
        taken('Job'),
        /^apiVersion: batch\/v1\nkind: Job\n[\s\S]*restartPolicy: \$\{3\|Never,OnFailure\|\}\n/,
      );
      assert.match(item('Job').detail ?? '', /batch\/v1/);
      const second = await complete(`apiVersion: v1\nkind: Namespace\n---\nNetw${cursor}\n`);
      assert.match(second.taken('NetworkPolicy'), /\n---\napiVersion: networking\.k8s\.io\/v1\nkind: NetworkPolicy\n/);
    });

    it('takes a version that all targets serve, and says where there is none', async () => {
      const { taken, item } = await complete(`Cron${cursor}`, { targets: ['1.20', '1.24'] });
      assert.match(taken('CronJob'), /^apiVersion: batch\/v1beta1\n/);
      assert.match(item('EndpointSlice').detail ?? '', /discovery\.k8s\.io\/v1beta1$/);
      const old = await complete(`Cron${cursor}`, { targets: ['1.20', '1.37'] });
      assert.match(old.item('CronJob').detail ?? '', /not served by 1\.\d\d$/);
    });

    it('names the version behind a kind that comes first', async () => {
      const { taken } = await complete(`kind: Serv${cursor}\n`);
      assert.match(taken('ServiceAccount'), /^kind: ServiceAccount\napiVersion: v1\nmetadata:\n {2}name: web\n$/);
    });

    it('offers whole objects beside an extension that completes manifests, and nowhere but at the beginning', async () => {
      const options = { neighbours: { manifests: true } };
      const beside = await complete(cursor, { options });
      assert.ok(beside.labels.includes('Deployment') && !beside.labels.includes('kind'));
      for (const text of [`services:\n  web: {}\n${cursor}`, `spec:\n  ${cursor}`, `{ ${cursor} }`]) {
        assert.ok(!(await complete(text)).labels.includes('Deployment'), text);
      }
    });

    it('has a client ask again behind what has few values', async () => {
      const options = { askAgain: 'ask' };
      const { item } = await complete(`apiVersion: v1\nkind: Pod\nspec:\n  ${cursor}\n`, { options });
      assert.equal(item('restartPolicy').command?.command, 'ask');
      assert.equal(item('hostNetwork').command?.command, 'ask');
      assert.equal(item('nodeName').command, undefined);
      const { item: modes } = await complete(`apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  ${cursor}\n`, {
        options,
      });
      assert.equal(modes('accessModes').command?.command, 'ask');
      assert.equal((await complete(cursor)).item('kind').command, undefined);
      assert.equal((await complete(cursor, { options })).item('apiVersion').command?.command, 'ask');
    });

    it('gives the fields of an embedded pod template, required ones first, without those that are there', async () => {
      const { labels, taken } = await complete(`${deployment}          im${cursor}\n`);
      assert.ok(!labels.includes('name'));
      assert.equal(taken('image'), `${deployment}          image: \n`);
      assert.equal(taken('resources'), `${deployment}          resources:\n            \n`);
      assert.equal(taken('ports'), `${deployment}          ports:\n            - \n`);
      const pod = await complete(`${deployment}      ${cursor}\n`);
      assert.ok(!pod.labels.includes('containers') && pod.labels.includes('volumes'));
    });

    it('puts required fields first and the server’s own last', async () => {
      const { labels } = await complete(`apiVersion: apps/v1\nkind: Deployment\nspec:\n  ${cursor}\n`);
      assert.deepEqual(labels.slice(0, 2), ['selector', 'template']);
      const root = await complete(`apiVersion: apps/v1\nkind: Deployment\n${cursor}\n`);
      assert.deepEqual(root.labels, ['spec', 'metadata', 'status']);
    });

    it('begins an item where a list is missing its dash, and behind a dash', async () => {
      const list = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n';
      const { taken } = await complete(`${list}    ${cursor}`);
      assert.equal(taken('name'), `${list}    - name: `);
      assert.equal(taken('resources'), `${list}    - resources:\n        `);
      const item = await complete(`${list}  - ${cursor}\n`);
      assert.equal(item.taken('name'), `${list}  - name: \n`);
      assert.equal(item.labels[0], 'name');
    });

    it('gives fields in the middle of an object, and keeps a colon that is there', async () => {
      const { labels, taken } = await complete(
        `apiVersion: v1\nkind: Pod\nspec:\n  rest${cursor}: Always\n  containers: []\n`,
      );
      assert.ok(!labels.includes('containers'));
      assert.match(taken('restartPolicy'), /\n {2}restartPolicy: Always\n/);
    });

    it('gives values, quoted as the text is', async () => {
      const pod = (value: string) => `apiVersion: v1\nkind: Pod\nspec:\n  ${value}\n`;
      const plain = await complete(pod(`restartPolicy: ${cursor}`));
      assert.deepEqual(plain.labels, ['Always', 'Never', 'OnFailure']);
      assert.equal(plain.taken('Never'), pod('restartPolicy: Never'));
      const inQuotes = await complete(pod(`restartPolicy: "Al${cursor}"`));
      assert.equal(inQuotes.taken('Never'), pod('restartPolicy: "Never"'));
      const touching = await complete(pod(`hostNetwork:${cursor}`));
      assert.equal(touching.taken('true'), pod('hostNetwork: true'));
    });

    it('gives values of lists', async () => {
      const list = 'apiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  accessModes:\n';
      const { taken } = await complete(`${list}    - Read${cursor}\n`);
      assert.equal(taken('ReadWriteOnce'), `${list}    - ReadWriteOnce\n`);
    });

    it('works in flow style, closed or not', async () => {
      const closed = `apiVersion: v1\nkind: Pod\nspec: { containers: [{ name: a, ${cursor} }], restartPolicy: Never }\n`;
      const { labels, taken } = await complete(closed);
      assert.ok(!labels.includes('name'));
      assert.equal(taken('image'), closed.replace(cursor, 'image: '));
      const open = `apiVersion: v1\nkind: Pod\nspec: { restartPolicy: On${cursor}\n`;
      assert.equal((await complete(open)).taken('OnFailure'), open.replace(`On${cursor}`, 'OnFailure'));
    });

    it('works in JSON, with quotes', async () => {
      const json = `{\n  "apiVersion": "v1",\n  "kind": "Pod",\n  "spec": { "restartPolicy": ${cursor} }\n}\n`;
      assert.equal((await complete(json, { language: 'json' })).taken('Never'), json.replace(cursor, '"Never"'));
      const key = json.replace(`"restartPolicy": ${cursor}`, cursor);
      assert.equal(
        (await complete(key, { language: 'json' })).taken('hostNetwork'),
        key.replace(cursor, '"hostNetwork": '),
      );
    });

    it('works in items of Lists and in objects that text holds', async () => {
      const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  spec:\n';
      assert.equal((await complete(`${list}    type: ${cursor}\n`)).labels[0], 'ClusterIP');
      const text =
        'apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yaml: |\n    apiVersion: v1\n    kind: Pod\n    spec:\n';
      assert.ok((await complete(`${text}      host${cursor}\n`)).labels.includes('hostNetwork'));
    });

    it('says which gates and minors a field needs, and puts it last', async () => {
      const hpa = 'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  behavior:\n    scaleDown:\n';
      const { labels, item } = await complete(`${hpa}      ${cursor}\n`, { targets: ['1.32', '1.34'] });
      assert.equal(labels.at(-1), 'tolerance');
      const detail = item('tolerance').detail ?? '';
      assert.match(detail, /HPAConfigurableTolerance \(alpha\)/);
      assert.match(detail, /since 1\.33, not known to 1\.32/);
      assert.match(detail, /dropped by 1\.34/);
    });

    it('strikes deprecated fields through', async () => {
      const { item } = await complete(`apiVersion: v1\nkind: Pod\nspec:\n  ${cursor}\n`);
      assert.deepEqual(item('serviceAccount').tags, [CompletionItemTag.Deprecated]);
    });

    it('offers nothing in comments, strings, scripts and files of other tools', async () => {
      for (const text of [
        `# ${cursor}\nkind: Pod\n`,
        `--${cursor}\n`,
        `apiVersion: v1\nkind: ConfigMap\ndata:\n  run.sh: |\n    echo: ${cursor}\n`,
        `services:\n  web: { image: nginx }\n${cursor}\n`,
        `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${cursor}\n`,
      ]) {
        assert.deepEqual((await complete(text)).labels, [], text);
      }
    });

    it('gives the codes that a comment can ignore, those of the file first', async () => {
      const text = (comment: string) => `# kubecompat-ignore${comment}\napiVersion: v1\nkind: Pod\nspecs: {}\n`;
      const { labels, taken } = await complete(text(` ${cursor}`));
      assert.ok(labels.slice(0, 3).includes('unknown-field') && labels.includes('removed-api'), labels[0]);
      assert.equal(taken('removed-api'), text(' removed-api: '));
      const second = await complete(text(`-file unknown-field, rem${cursor}: we know`));
      assert.equal(second.taken('removed-api'), text('-file unknown-field, removed-api: we know'));
      assert.deepEqual((await complete(text(` unknown-field: it has ${cursor}`))).labels, []);
      assert.match((await hover(text(` removed${cursor}-api: old`))) ?? '', /^\*\*removed-api\*\*: \S/);
    });

    it('can be switched off', async () => {
      const settings = { completion: 'off', hover: 'off' };
      assert.deepEqual((await complete(`apiVersion: v1\nkind: ${cursor}\n`, { settings })).labels, []);
      assert.equal(await hover(deployment.replace('kind', `ki${cursor}nd`), { settings }), undefined);
    });
  });

  describe('hover', () => {
    it('shows when an API came and went, with the targets', async () => {
      const said = await hover(`apiVersion: batch/v1beta1${cursor}\nkind: CronJob\n`, { targets: ['1.24', '1.37'] });
      const rows = (said ?? '').split('\n').filter((line) => /^\| \**1/.test(line));
      assert.deepEqual(rows, [
        '| 1.8 or before | introduced, on by default |',
        '| 1.21 | deprecated; use batch/v1 CronJob |',
        '| 1.24 | last served |',
        '| **1.24** | **1.24: served** |',
        '| 1.25 | removed |',
        '| **1.37** | **1.37: no longer served** |',
      ]);
    });

    it('says in which version a target stores objects', async () => {
      const said = await hover(`apiVersion: autoscaling/v1\nki${cursor}nd: HorizontalPodAutoscaler\n`);
      assert.match(said ?? '', /\*\*1\.37: served, stored as autoscaling\/v2\*\*/);
    });

    it('says of a field what it is, and what it becomes when it is left out', async () => {
      const said = await hover(`apiVersion: v1\nkind: Pod\nspec:\n  restart${cursor}Policy: Never\n`);
      assert.match(said ?? '', /\*\*restartPolicy\*\*: a string/);
      assert.match(said ?? '', /Values: `Always`, `Never`, `OnFailure`/);
      assert.match(said ?? '', /Default: `"Always"`/);
      assert.match(said ?? '', /`1\.37`: keeps it/);
    });

    it('says what a field is for, in the words of Kubernetes, and so does completion', async () => {
      builtFieldTexts();
      const said = await hover(`apiVersion: apps/v1\nkind: Deployment\nspec:\n  minReady${cursor}Seconds: 1\n`);
      assert.match(
        said ?? '',
        /32-bit integer\n\nMinimum number of seconds for which a newly created pod should be ready/,
      );
      const { item } = await complete(`${deployment}          ${cursor}\n`);
      const { documentation } = item('image');
      assert.match(MarkupContent.is(documentation) ? documentation.value : '', /^Container image name/);
    });

    it('says it of the kinds of projects, in their words', async () => {
      builtFieldTexts();
      const certificate = (spec: string) => `apiVersion: cert-manager.io/v1\nkind: Certificate\nspec:\n  ${spec}\n`;
      const said = await hover(certificate(`secret${cursor}Name: a`));
      assert.match(said ?? '', /a string, required\n\nName of the Secret resource/);
      assert.match((await hover(certificate(`privateKey: { rotation${cursor}Policy: Always }`))) ?? '', /private key/i);
      const { item } = await complete(certificate(cursor));
      const { documentation } = item('duration');
      assert.match(MarkupContent.is(documentation) ? documentation.value : '', /lifetime/);
      assert.doesNotMatch((await hover(certificate(`col${cursor}our: red`))) ?? '', /\*\*colour\*\*/);
    });

    it('says of what the cluster writes that it does', async () => {
      const said = await hover(`${deployment}status:\n  ready${cursor}Replicas: 1\n`);
      assert.match(said ?? '', /`1\.37`: It is the observed state/);
      assert.doesNotMatch(said ?? '', /keeps/);
    });

    it('says how a list is merged', async () => {
      const said = await hover(deployment.replace('containers', `contain${cursor}ers`));
      assert.match(said ?? '', /list of object core\.v1\.Container, required\n[\s\S]*\nList type: map by name/);
    });

    it('says what each target does with a field under a gate', async () => {
      const said = await hover(
        `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec: {behavior: {scaleDown: {toler${cursor}ance: 0.1}}}\n`,
        { targets: ['1.32', '1.34', '1.37'] },
      );
      assert.match(said ?? '', /Since 1\.33/);
      assert.match(said ?? '', /`1\.32`: does not know it/);
      assert.match(said ?? '', /`1\.34`: drops it\. .*HPAConfigurableTolerance: alpha, off/);
      assert.match(said ?? '', /`1\.37`: keeps it; HPAConfigurableTolerance: GA, on/);
    });

    it('knows a field although the rest of the document is broken', async () => {
      const said = await hover(`apiVersion: v1\nkind: Pod\nspec:\n  hostNet${cursor}work: true\n  oops\n  x: [\n`);
      assert.match(said ?? '', /\*\*hostNetwork\*\*: true or false/);
    });

    it('says of a resource whose kind nobody defines that it was not judged, and what to do', async () => {
      const said = (await hover(`apiVersion: example.dev/v1\nkind: La${cursor}mp\nspec: { intervall: 1 }\n`)) ?? '';
      assert.match(said, /^\*\*example\.dev\/v1 Lamp\*\*\n\nNot checked: no definition of this kind is known\.\n\n/);
      assert.match(said, /kubecompat crds add SOURCE/);
      assert.equal(
        await hover(`apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kust${cursor}omization\n`),
        undefined,
      );
    });

    it('says nothing of keys of maps', async () => {
      assert.equal(await hover(`apiVersion: v1\nkind: ConfigMap\ndata:\n  a${cursor}b: c\n`), undefined);
    });

    it('says of a finding what, why, what to do and by which source', async () => {
      const said = (await hover(`apiVersion: v1\nkind: Pod\nspecs${cursor}: c\n`)) ?? '';
      assert.match(said, /^\[\*\*unknown-field\*\*\]\(\S+\)\n\n"specs" is not a field of Pod/);
      assert.match(said, /Field names are case-sensitive[\s\S]*Rename it to "spec"[\s\S]*Source: https:/);
    });

    it('leaves to a client that shows findings itself what they say', async () => {
      const options = { showsFindings: true };
      const said = await hover(`apiVersion: v1\nkind: Pod\nspecs${cursor}: c\n`, { options });
      assert.match(said ?? '', /^\[\*\*unknown-field\*\*\]\(\S+\): https:\S+$/);
      const both = await hover(`apiVersion: batch/v1beta1${cursor}\nkind: CronJob\n`, { options });
      assert.match(both ?? '', /\| 1\.25 \| removed \|[\s\S]*\n\n---\n\n\[\*\*removed-api/);
    });

    it('says since when objects are stored as what', async () => {
      const said = await hover(`apiVersion: resource.k8s.io/v1beta${cursor}2\nkind: ResourceClaim\n`);
      assert.match(said ?? '', /\| 1\.35 \| stored as resource\.k8s\.io\/v1 \|/);
    });

    it('leaves manifests to an extension that completes them by a schema of Kubernetes, unless told not to', async () => {
      const text = `apiVersion: v1\nkind: Pod\nspec:\n  ${cursor}\n`;
      const options = { neighbours: { manifests: true } };
      assert.deepEqual((await complete(text, { options })).labels, []);
      assert.ok((await complete(text, { options, settings: { completion: 'on' } })).labels.length > 0);
    });
  });
});
