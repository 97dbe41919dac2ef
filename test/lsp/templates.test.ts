import assert from 'node:assert/strict';
import { type CompletionItem, type Hover, type Location, MarkupContent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Workspace } from '../cli/harness.ts';
import { cursor } from './asking.ts';
import { TestClient } from './testClient.ts';

const values = `# The image of the shop.
image:
  # -- where it comes from
  repository: example.com/shop
  tag: "1.0" # what is installed
hosts:
  - name: shop.example.com
    paths: [/]
db:
  port: 5432
"odd-name": 1
`;
const schema = JSON.stringify({
  properties: {
    image: { properties: { pullPolicy: { type: 'string', description: 'When to pull.', enum: ['Always', 'Never'] } } },
    mode: { $ref: '#/definitions/mode' },
  },
  definitions: { mode: { type: 'string', description: 'How it runs.' } },
});
const helpers = `{{/* The full name. */}}
{{- define "shop.fullname" -}}
{{ .Release.Name }}-shop
{{- end }}
{{- define "shop.labels" -}}
app: {{ include "shop.fullname" . }}
{{- end }}
`;

describe('the language server in the actions of templates', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;

  before(() => {
    workspace = new Workspace({});
    workspace.write('Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\nappVersion: "3.1"\n');
    workspace.write('values.yaml', values);
    workspace.write('values.schema.json', schema);
    workspace.write('templates/_helpers.tpl', helpers);
    workspace.write('charts/db/Chart.yaml', 'apiVersion: v2\nname: db\nversion: 0.1.0\n');
    workspace.write('charts/db/values.yaml', '# How many there are.\nreplicas: 1\nport: 1\n');
    workspace.write('charts/db/templates/_db.tpl', '{{ define "db.name" }}db{{ end }}\n');
  });

  beforeEach(async () => {
    client = await TestClient.start({ folder: workspace.path, initializationOptions: { targets: ['1.37'] } });
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
  });

  after(() => workspace.remove());

  const open = async (marked: string, name = 'templates/web.yaml') => {
    assert.ok(client !== undefined);
    const uri = workspace.uri(name);
    const text = marked.replace(cursor, '');
    await client.open(uri, text);
    const position = TextDocument.create(uri, 'yaml', 1, text).positionAt(marked.indexOf(cursor));
    return { connection: client.connection, params: { textDocument: { uri }, position } };
  };
  const complete = async (marked: string, name?: string) => {
    const { connection, params } = await open(marked, name);
    const items = await connection.sendRequest<CompletionItem[]>('textDocument/completion', params);
    return {
      labels: items.map(({ label }) => label),
      item: (label: string) => items.find((item) => item.label === label),
    };
  };
  const hover = async (marked: string, name?: string) => {
    const { connection, params } = await open(marked, name);
    const found = await connection.sendRequest<Hover | null>('textDocument/hover', params);
    return found !== null && MarkupContent.is(found.contents) ? found.contents.value : '';
  };
  const definition = async (marked: string, name?: string) => {
    const { connection, params } = await open(marked, name);
    const found = await connection.sendRequest<Location[]>('textDocument/definition', params);
    return found.map(
      ({ uri, range }) => `${uri.slice(workspace.uri('').length).replace(/^\//, '')}:${range.start.line + 1}`,
    );
  };
  const text = (completionItem: CompletionItem | undefined) =>
    MarkupContent.is(completionItem?.documentation) ? completionItem.documentation.value : undefined;

  it('completes values, with their comments and what the schema says', async () => {
    const { labels, item } = await complete(`a: {{ .Values.image.${cursor} }}\n`);
    assert.deepEqual(labels, ['repository', 'tag', 'pullPolicy']);
    assert.equal(text(item('repository')), 'where it comes from');
    assert.equal(text(item('tag')), 'what is installed');
    assert.equal(text(item('pullPolicy')), 'When to pull.');
    assert.match(item('tag')?.detail ?? '', /"1\.0"/);
  });

  it('leaves out what only index can have, and has what sub-charts say', async () => {
    const { labels } = await complete(`a: {{ .Values.${cursor} }}\n`);
    assert.deepEqual(labels, ['image', 'hosts', 'db', 'mode']);
    assert.deepEqual((await complete(`a: {{ .Values.db.${cursor} }}\n`, 'templates/other.yaml')).labels, [
      'port',
      'replicas',
    ]);
  });

  it('completes in range, with and by variables, while the action is not finished', async () => {
    const inRange = await complete(`{{- range .Values.hosts }}\n- {{ .${cursor}\n{{- end }}\n`);
    assert.deepEqual(inRange.labels, ['name', 'paths']);
    const byVariable = await complete(`{{- $i := .Values.image }}\na: {{ $i.${cursor}`, 'templates/b.yaml');
    assert.ok(byVariable.labels.includes('repository'));
  });

  it('completes what Helm gives to templates, functions and names of templates', async () => {
    const { labels, item } = await complete(`a: {{ .Release.${cursor} }}\n`);
    assert.deepEqual(labels, ['Name', 'Namespace', 'IsInstall', 'IsUpgrade', 'Revision', 'Service']);
    assert.match(text(item('Name')) ?? '', /name of the release/);
    const capabilities = await complete(`a: {{ $.Capabilities.KubeVersion.${cursor} }}\n`, 'templates/b.yaml');
    assert.ok(capabilities.labels.includes('Minor'));
    const functions = await complete(`a: {{ .Values.a | nin${cursor} }}\n`, 'templates/c.yaml');
    assert.ok(functions.labels.includes('nindent') && functions.labels.includes('toYaml'));
    const names = await complete(`a: {{ include "${cursor}" . }}\n`, 'templates/d.yaml');
    assert.deepEqual(names.labels.sort(), ['db.name', 'shop.fullname', 'shop.labels']);
  });

  it('leaves what stands outside of actions to the types of Kubernetes', async () => {
    const { labels } = await complete(
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  ${cursor}\n`,
    );
    assert.ok(labels.includes('containers'));
  });

  it('says of a value what it is, where and what it is for', async () => {
    const said = await hover(`a: {{ .Values.image.re${cursor}pository }}\n`);
    assert.match(said, /^\*\*\.Values\.image\.repository\*\*\n\nwhere it comes from\n\nIn \S*values\.yaml:/);
    assert.match(said, /```yaml\nrepository: example\.com\/shop\n```/);
    assert.match(await hover(`a: {{ .Values.mo${cursor}de }}\n`, 'templates/b.yaml'), /\*\*: string\n\nHow it runs\./);
  });

  it('says what a named template prints, and what Chart.yaml has', async () => {
    const said = await hover(`a: {{ include "shop.full${cursor}name" . }}\n`);
    assert.match(said, /\*\*shop\.fullname\*\*, in \S*_helpers\.tpl\n\nThe full name\.\n\n```helm\n[\s\S]*-shop/);
    assert.match(
      await hover(`a: {{ .Chart.App${cursor}Version }}\n`, 'templates/b.yaml'),
      /installs\.\n\n```yaml\nappVersion: "3\.1"/,
    );
    assert.match(await hover(`a: {{ .Values.a | quo${cursor}te }}\n`, 'templates/c.yaml'), /function of Sprig/);
  });

  it('goes to values, in the parent first, to named templates and to Chart.yaml', async () => {
    assert.deepEqual(await definition(`a: {{ .Values.image.t${cursor}ag }}\n`), ['values.yaml:5']);
    assert.deepEqual(await definition(`a: {{ include "shop.la${cursor}bels" . }}\n`, 'templates/b.yaml'), [
      'templates/_helpers.tpl:5',
    ]);
    assert.deepEqual(await definition(`a: {{ .Chart.V${cursor}ersion }}\n`, 'templates/c.yaml'), ['Chart.yaml:3']);
    assert.deepEqual(await definition(`a: {{ .Values.po${cursor}rt }}\n`, 'charts/db/templates/x.yaml'), [
      'values.yaml:10',
      'charts/db/values.yaml:3',
    ]);
  });

  it('goes by the values that are open in the editor', async () => {
    await client?.open(workspace.uri('values.yaml'), 'fresh: true\n');
    assert.deepEqual((await complete(`a: {{ .Values.${cursor} }}\n`)).labels, ['fresh', 'image', 'mode']);
  });
});
