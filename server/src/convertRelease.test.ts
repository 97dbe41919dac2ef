import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { inputs } from '../../test/harness/inputs.ts';
import { surfaceOf } from '../../test/harness/surfaces.ts';
import { analyze } from './analyze.ts';
import { convertText } from './convertText.ts';
import { readHelmRelease } from './formats/helmRelease.ts';

const manifest = `---
# Source: shop/templates/web.yaml
apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: web # the shop
spec:
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "nginx:1.27" }] }
---
# Source: shop/templates/pdb.yaml
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: { name: web }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: v1
kind: Secret
metadata: { name: pass }
stringData: { word: hunter-two }
`;
const hook =
  'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: { name: tick }\nspec: { schedule: "* * * * *", jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } } } } }\n';
const release = {
  name: 'shop',
  version: 2,
  info: { status: 'deployed' },
  manifest,
  hooks: [{ name: 'tick', manifest: hook }],
};

function packed(value: unknown): string {
  return gzipSync(JSON.stringify(value)).toString('base64');
}

function kept(value: unknown): string {
  const data = typeof value === 'string' ? value : packed(value);
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: sh.helm.release.v1.shop.v2\n  labels: { owner: helm }\ndata: { release: "${data}" }\n`;
}

function judge(text: string) {
  const { resources, notJudged } = analyze(text, inputs('a.yaml', [surfaceOf('1.31')]));
  const codes = resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) => findings.map(({ code }) => code)),
  );
  return { kinds: resources.map(({ resource }) => resource.kind), codes, notJudged };
}

const request = { to: undefined, defaults: 'keep', accepts: new Set(['safe', 'partial'] as const) } as const;

function convert(text: string) {
  return convertText(text, inputs('a.yaml', [surfaceOf('1.31')]), request);
}

describe('a stored release of Helm', () => {
  it('is rewritten to served versions, and is otherwise unchanged', () => {
    const before = kept(release);
    assert.deepEqual(judge(before).codes, ['removed-api', 'removed-api', 'removed-api']);
    const { text, outcomes } = convert(before);
    assert.deepEqual(
      outcomes.map(({ from, to, resource, done }) => [
        `${from.group}/${from.version}`,
        `${to?.group}/${to?.version}`,
        resource.name,
        done,
      ]),
      [
        ['extensions/v1beta1', 'apps/v1', 'web', true],
        ['policy/v1beta1', 'policy/v1', 'web', true],
        ['batch/v1beta1', 'batch/v1', 'tick', true],
      ],
    );
    assert.ok(outcomes.every(({ notes }) => notes.length === 0));
    assert.deepEqual(judge(text), {
      kinds: ['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Secret', 'CronJob'],
      codes: [],
      notJudged: [],
    });
    const data = /release: "(.*)"/.exec(text)?.[1] ?? '';
    const read = readHelmRelease(data, false);
    assert.ok(read.ok);
    assert.match(
      read.release.manifest,
      /# Source: shop\/templates\/web\.yaml\napiVersion: apps\/v1\n[\s\S]*name: web # the shop\n/,
    );
    // Values that older versions defaulted differently are written explicitly.
    assert.match(read.release.manifest, /revisionHistoryLimit: /);
    assert.deepEqual({ ...read.release.stored, manifest, hooks: release.hooks }, release);
    // Everything except the release is unchanged.
    assert.equal(text.replace(data, ''), before.replace(packed(release), ''));
    assert.equal(convert(text).text, text);
  });

  it('is rewritten in Secrets and in JSON', () => {
    const data = Buffer.from(packed(release)).toString('base64');
    const metadata = { name: 'sh.helm.release.v1.shop.v2' };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'helm.sh/release.v1', data: { release: data } };
    const written = JSON.parse(convert(JSON.stringify(secret)).text);
    const read = readHelmRelease(written.data.release, true);
    assert.match((read.ok && read.release.manifest) || '', /policy\/v1\n/);
    assert.deepEqual({ ...written, data: { release: data } }, secret);
  });

  it('is unchanged if it has nothing to convert', () => {
    const current = kept({ ...release, manifest: 'apiVersion: v1\nkind: Service\n', hooks: [] });
    assert.equal(convert(current).text, current);
    const superseded = kept({ ...release, info: { status: 'superseded' } });
    assert.equal(convert(superseded).text, superseded);
  });

  it('is skipped if it is superseded, and reported if it cannot be read', () => {
    assert.deepEqual(judge(kept({ ...release, info: { status: 'superseded' } })).codes, []);
    const broken = judge(kept(packed(release).slice(0, 100)));
    assert.deepEqual(broken.kinds, ['ConfigMap']);
    assert.deepEqual(broken.notJudged, [
      {
        document: 0,
        reason: 'broken-resource',
        detail: 'The Helm release in data.release cannot be read: it is damaged or truncated',
      },
    ]);
  });
});
