import assert from 'node:assert/strict';
import { admittedText } from '../../../server/src/admitted/admittedText.ts';
import { analyze } from '../../../server/src/analyze.ts';
import { isError } from '../../../server/src/finding.ts';
import { mapFor } from '../../../server/src/manifest/node.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { flags, given } from './users.ts';

/** The answers of a server to creates of an object by several users. */
interface Recorded {
  readonly target: string;
  readonly object: { readonly kind: string; readonly metadata: { readonly name: string } };
  readonly answers: readonly {
    readonly user: string;
    readonly status: number;
    readonly message?: string;
    readonly stored?: { readonly metadata: { readonly labels?: object }; readonly status?: object };
  }[];
}

const settings = flags
  .filter((flag) => /^--(?:enable-admission|disable-admission|feature-gates|runtime-config)/.test(flag))
  .map((flag) => flag.replace('--', ''));

describe('objects of several users, as a real server answered', () => {
  const all = readRows<Recorded>(new URL('users.jsonl.gz', import.meta.url)).map((recorded) => {
    const text = [...given, recorded.object].map((object) => JSON.stringify(object)).join('\n---\n');
    const surface = surfaceOf([recorded.target, ...settings].join(','));
    return { ...recorded, text, context: inputs('recorded.yaml', [withDefinitionsOf(surface, text)]) };
  });

  it('refuses what the server refuses for every user, and nothing that one of them may do', () => {
    for (const { text, context, answers, object } of all) {
      const findings = analyze(text, context).resources.at(-1)?.verdicts[0]?.findings.filter(isError) ?? [];
      const accepted = answers.some(({ status }) => status < 300);
      const messages = findings.map(({ message }) => message);
      if (accepted) assert.deepEqual(messages, [], object.metadata.name);
      else
        assert.ok(
          messages.some((message) => answers.every((answer) => answer.message?.endsWith(message))),
          object.metadata.name,
        );
    }
    const refused = all.filter(({ answers }) => answers.every(({ status }) => status >= 300));
    const differing = all.filter(({ answers }) => new Set(answers.map(({ status }) => status)).size > 1);
    assert.deepEqual([all.length, refused.length, differing.length], [46, 2, 9]);
  });

  it('shows a pod with the labels that its Node in the workspace gives it', () => {
    for (const { text, context, answers, object } of all) {
      if (object.kind !== 'Pod') continue;
      const shown = admittedText(text, context);
      const root = readManifest(shown.text).documents.at(-1)?.root;
      const metadata = root?.kind === 'map' ? mapFor(root, 'metadata') : undefined;
      const labels = metadata && mapFor(metadata, 'labels');
      assert.deepEqual(
        Object.fromEntries(
          (labels?.entries ?? []).map(({ key, value }) => [key, value.kind === 'scalar' ? value.value : value.kind]),
        ),
        answers[0]?.stored?.metadata.labels ?? {},
        object.metadata.name,
      );
    }
  });

  it('knows that no manifest approves or signs a request', () => {
    const requests = all.filter(({ object }) => object.kind === 'CertificateSigningRequest');
    for (const { answers } of requests) {
      for (const { stored } of answers) assert.deepEqual(stored?.status ?? {}, {});
    }
    assert.equal(requests.length, 18);
  });
});
