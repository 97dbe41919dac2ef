import assert from 'node:assert/strict';
import type { CompletionItem, Hover, MarkupContent } from 'vscode-languageserver/node';
import { TestClient } from './testClient.ts';

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: p
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
  validations:
    - expression: sets.contains(object.x, [1]) && [1].distinct().size() == 1
      messageExpression: |
        'a' +
          'b'.lowerAscii()
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: foos, kind: Foo}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations:
            - rule: "self.metadata.name.all(x, true)"
`;

describe('language server, CEL', () => {
  let editor: TestClient;

  async function open(text: string, targets: readonly string[]): Promise<void> {
    editor = await TestClient.start({ initializationOptions: { targets } });
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: 'file:///a.yaml', languageId: 'yaml', version: 1, text },
    });
  }

  afterEach(() => editor.stop());

  /** The position behind the first occurrence of some text. */
  function behind(text: string, part: string): { readonly line: number; readonly character: number } {
    const lines = text.slice(0, text.indexOf(part) + part.length).split('\n');
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  }

  async function hoverBehind(text: string, part: string): Promise<string | undefined> {
    const params = { textDocument: { uri: 'file:///a.yaml' }, position: behind(text, part) };
    const found = await editor.connection.sendRequest<Hover | null>('textDocument/hover', params);
    const contents: MarkupContent | undefined =
      found !== null && typeof found.contents === 'object' && 'value' in found.contents && 'kind' in found.contents
        ? found.contents
        : undefined;
    return contents?.value;
  }

  async function labelsBehind(text: string, part: string): Promise<readonly string[]> {
    const params = { textDocument: { uri: 'file:///a.yaml' }, position: behind(text, part) };
    const items = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', params);
    return items.map(({ label }) => label);
  }

  it('says what a function is, the version that brought it, and the targets without it', async () => {
    await open(policy, ['1.34']);
    const said = await hoverBehind(policy, '[1].dist');
    assert.match(said ?? '', /list\(T\)\.distinct\(\) -> list\(T\)/);
    assert.match(said ?? '', /Came with Kubernetes 1\.34 \(cel\.lib\.ext\.lists\)\./);
    assert.match(said ?? '', /Not for new expressions at 1\.34: they must fit 1\.33\./);
    assert.match((await hoverBehind(policy, 'sets.cont')) ?? '', /sets\.contains\(list\(T\), list\(T\)\) -> bool/);
    assert.match((await hoverBehind(policy, "'b'.lower")) ?? '', /string\.lowerAscii\(\) -> string/);
    assert.match((await hoverBehind(policy, '(obj')) ?? '', /object: dyn/);
  });

  it('says nothing of CEL outside expressions', async () => {
    await open(policy, ['1.37']);
    for (const part of ['expres', 'name: p']) {
      assert.doesNotMatch((await hoverBehind(policy, part)) ?? '', /```cel/);
      assert.ok(!(await labelsBehind(policy, part)).includes('quantity'));
    }
  });

  it('offers what every target finds: members behind a dot, functions and variables elsewhere', async () => {
    await open(policy, ['1.37', '1.34']);
    const members = await labelsBehind(policy, '[1].');
    assert.ok(members.includes('size') && members.includes('exists'));
    assert.ok(!members.includes('distinct') && !members.includes('quantity'));
    assert.ok((await labelsBehind(policy, 'sets.')).includes('intersects'));
    const globals = await labelsBehind(policy, 'expression: ');
    assert.ok(['object', 'authorizer', 'quantity', 'has', 'size'].every((name) => globals.includes(name)));
    assert.ok(!globals.includes('self') && !globals.includes('device') && !globals.includes('startsWith'));
    const messages = await labelsBehind(policy, "'a' +\n          ");
    assert.ok(messages.includes('object') && !messages.includes('authorizer'));
  });

  it('knows the variables and macros of a custom resource', async () => {
    await open(definition, ['1.37']);
    assert.match((await hoverBehind(definition, '"se')) ?? '', /The value that the schema describes/);
    const macros = await hoverBehind(definition, '.al');
    assert.match(macros ?? '', /range\.all\(name, expression\)/);
    assert.match(macros ?? '', /range\.all\(key, value, expression\)/);
    const globals = await labelsBehind(definition, 'rule: "');
    assert.ok(globals.includes('oldSelf') && !globals.includes('object'));
  });
});
