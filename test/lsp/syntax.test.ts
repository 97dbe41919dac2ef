import assert from 'node:assert/strict';
import { methods } from '../../server/src/lsp/protocol.ts';
import { until } from '../harness/guards.ts';
import { Asker, type Asking } from './asking.ts';

const uri = 'file:///a.yaml';
/** One that kubectl cannot read, and one that the server takes the last key of. */
const broken = 'apiVersion: v1\nkind: ConfigMap\ndata: [\n---\napiVersion: v1\nkind: Pod\nkind: Pod\nspecs: {}\n';

describe('the language server beside another that says what is broken YAML', () => {
  const asker = new Asker();
  const codes = () =>
    asker.editor.published
      .findLast((publishDiagnosticsParams) => publishDiagnosticsParams.uri === uri)
      ?.diagnostics.map(({ code }) => String(code))
      .sort() ?? [];
  const codesOf = async (text: string, asking: Asking) => {
    await asker.start(text, asking);
    return codes();
  };
  const options = { neighbours: { syntax: true } };

  afterEach(() => asker.stop());

  it('says all of it where there is no other, and what is its own where there is one', async () => {
    const alone = await codesOf(broken, {});
    assert.ok(alone.includes('syntax-error') && alone.includes('duplicate-field'), alone.join(', '));
    const beside = await codesOf(broken, { options });
    assert.deepEqual(
      beside,
      alone.filter((code) => !['syntax-error', 'duplicate-field'].includes(code)),
    );
    assert.ok(beside.includes('unknown-field'), beside.join(', '));
  });

  it('does what the setting says', async () => {
    assert.ok((await codesOf(broken, { options, settings: { syntax: 'on' } })).includes('syntax-error'));
    assert.ok(!(await codesOf(broken, { settings: { syntax: 'off' } })).includes('syntax-error'));
  });

  it('says what is wrong with JSON all the same', async () => {
    const json = '{ "apiVersion": "v1", "kind": "ConfigMap", "data": [ }';
    assert.ok((await codesOf(json, { options, language: 'json' })).includes('syntax-error'));
  });

  it('follows the other as it comes and goes', async () => {
    await asker.start(broken);
    await asker.editor.connection.sendNotification(methods.neighbours, { syntax: true });
    await until('nothing of syntax', () => !codes().includes('syntax-error'));
    await asker.editor.connection.sendNotification(methods.neighbours, {});
    await until('the syntax error again', () => codes().includes('syntax-error'));
  });
});
