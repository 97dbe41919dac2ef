import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { buildLibrary } from '../../scripts/library.mjs';

/** An example of a user's worker: manifests come in, an answer goes out. */
const worker = `
import { analyze, convert, createTarget, fix } from './index.js';
const created = createTarget('1.37,crds=sealed-secrets=v0.36', { readSet: (name) => packs[name] });
const { target } = created;
const { findings } = analyze(manifest + '---\\n' + custom, target);
answer = JSON.stringify({
  findings: findings.map(({ code, fixes }) => [code, fixes().length]),
  fixed: fix(manifest, target).text,
  converted: convert(manifest, target, { to: 'policy/v1' }).outcomes.map(({ done }) => done),
  refused: createTarget('1.37,emulated-version=1.20').ok,
});
`;

const manifest = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n';
const custom =
  'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: { name: a }\nspec: { encryptedData: {}, x: 1 }\n';

describe('the library in a worker of a browser or an edge', () => {
  it('needs only JavaScript: no module, no global of a platform, and no code from text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-worker-'));
    try {
      await buildLibrary(folder);
      const { outputFiles } = await build({
        stdin: { contents: worker, resolveDir: folder },
        bundle: true,
        write: false,
        format: 'iife',
        platform: 'browser',
      });
      const packs = { 'sealed-secrets': readFileSync('server/data/crds/sealed-secrets.json', 'utf8') };
      // A context has only JavaScript: no require, process, URL, TextDecoder or timers.
      const context = createContext(
        { manifest, custom, packs, answer: '' },
        { codeGeneration: { strings: false, wasm: false } },
      );
      assert.equal(runInContext('typeof process + typeof require + typeof URL', context), 'undefined'.repeat(3));
      runInContext(outputFiles[0]?.text ?? '', context);
      assert.deepEqual(JSON.parse(String(context['answer'])), {
        findings: [
          ['removed-api', 1],
          ['unknown-field', 0],
        ],
        fixed: manifest.replace('v1beta1', 'v1'),
        converted: [true],
        refused: false,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
