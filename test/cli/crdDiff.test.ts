import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Workspace } from './harness.ts';
import { runScenarios } from './scenario.ts';

const crd = (spec: string, kind = 'Lamp') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: ${kind.toLowerCase()}s, kind: ${kind}, singular: ${kind.toLowerCase()}, listKind: ${kind}List }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { ${spec} } } } } }
`;
const before = crd('watts: { type: integer, maximum: 100 }, mode: { type: string }');
const after = crd('watts: { type: integer, maximum: 10 }, mode: { type: string, enum: [low], description: how }');
const described = (maximum: number, description: string, kind?: string) =>
  crd(`watts: { type: integer, maximum: ${maximum}, description: ${description} }`, kind);

runScenarios('crd diff', [
  {
    title: 'says what breaks and for whom',
    files: { 'old.yaml': before, 'new.yaml': after },
    type: 'crd diff old.yaml new.yaml',
    exit: 1,
    stdout: [
      'Lamp.example.com',
      'error[crd-bound-tightened] v1 maximum of .spec.watts was 100 and is 10',
      'breaks  old clients',
      '2 errors',
    ],
    never: ['stored objects'],
  },
  {
    title: 'knows that servers without ratcheting refuse stored objects',
    files: { 'old.yaml': before, 'new.yaml': after },
    type: 'crd diff old.yaml new.yaml --target=1.29',
    exit: 1,
    stdout: ['breaks  stored objects, old clients', 'validates every value'],
  },
  {
    title: 'takes severities from the configuration',
    files: {
      '.kubecompat.yaml': 'severity: { crd-bound-tightened: information, crd-enum-narrowed: hint }\n',
      'old.yaml': before,
      'new.yaml': after,
    },
    type: 'crd diff old.yaml new.yaml',
    exit: 0,
    stdout: ['information[crd-bound-tightened]', '1 information, 1 hint'],
  },
  {
    title: 'turns design advice off by the paths of definitions, and with the configuration nearest to them',
    files: {
      '.kubecompat.yaml':
        'files: [{ match: "crds/vendored/**", severity: { crd-new-boolean: off, crd-status-missing: off } }]\n',
      'empty/one.yaml': before,
      'crds/one.yaml': before,
      'crds/own/bulb.yaml': crd('lit: { type: boolean }', 'Bulb'),
      'crds/vendored/tube.yaml': crd('lit: { type: boolean }', 'Tube'),
      'crds/near/.kubecompat.yaml': 'severity: { crd-new-boolean: warning }\n',
      'crds/near/wire.yaml': crd('lit: { type: boolean }', 'Wire'),
    },
    type: 'crd diff empty crds',
    exit: 0,
    stdout: ['Bulb.example.com', 'Wire.example.com', 'warning[crd-new-boolean] 1 in 1 definition'],
    never: ['Tube.example.com'],
  },
  {
    title: 'a configuration beside a definition that cannot be read is wrong usage',
    files: { 'a.yaml': before, 'b/.kubecompat.yaml': 'severity: { crd-nothing: off }\n', 'b/b.yaml': after },
    type: 'crd diff a.yaml b',
    exit: 2,
    stderr: ['crd-nothing'],
  },
  {
    title: 'says the errors of all definitions first, and how often each code was found last',
    files: {
      'a/one.yaml': [described(100, 'the power'), described(100, 'the power', 'Bulb')].join('---\n'),
      'b/one.yaml': [described(10, 'how bright'), described(1, 'how bright', 'Bulb')].join('---\n'),
    },
    type: 'crd diff a b',
    exit: 1,
    stdout: ['  error[crd-bound-tightened] 2 in 2 definitions\n  hint[crd-description-changed] 2 in 2 definitions\n'],
    never: [/ {2}hint\[[\s\S]* {2}error\[[\s\S]*\n {4}at/],
  },
  {
    title: 'compares folders by kind, whatever the files are called',
    files: { 'a/one.yaml': `${before}---\n${crd('a: { type: string }', 'Bulb')}`, 'b/x/two.yaml': before },
    type: 'crd diff a b',
    exit: 1,
    stdout: ['Bulb.example.com is gone', '1 definition gone; 1 definition compared'],
  },
  {
    title: 'says what conventions for APIs say of a definition that is new',
    files: {
      'a/one.yaml': before,
      'b/one.yaml': `${before}---\n${crd('lit: { type: boolean }, l: { type: array, items: { type: string } }', 'Bulb')}`,
    },
    type: 'crd diff a b',
    exit: 0,
    stdout: ['information[crd-new-boolean] v1 .spec.lit', 'crd-list-without-type', 'crd-status-missing'],
    never: ['error', '.spec.watts'],
  },
  {
    title: 'a side without definitions is wrong usage',
    files: { 'a.yaml': 'a: b\n', 'b.yaml': before },
    type: 'crd diff a.yaml b.yaml',
    exit: 2,
    stderr: ['no CustomResourceDefinition in a.yaml'],
  },
  { title: 'knows diff alone', files: {}, type: 'crd list', exit: 2, stderr: ['crd diff BEFORE AFTER'] },
]);

describe('command line, crd diff', () => {
  it('compares with a git revision, and prints what its schema says', () => {
    const workspace = new Workspace({ 'crds/lamp.yaml': before });
    try {
      const git = (...args: string[]) =>
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: workspace.path });
      git('init', '-q');
      git('add', '.');
      git('commit', '-q', '-m', 'first');
      workspace.write('crds/lamp.yaml', after);
      const { exit, stdout } = workspace.run(['crd', 'diff', 'git:HEAD', 'crds', '--format=json']);
      assert.equal(exit, 1);
      const report: unknown = JSON.parse(stdout);
      const schema: object = JSON.parse(
        readFileSync(new URL('../../schemas/crd-diff.schema.json', import.meta.url), 'utf8'),
      );
      const ajv = new Ajv({ allErrors: true });
      assert.ok(ajv.validate(schema, report), ajv.errorsText());
      assert.match(stdout, /"code": "crd-enum-narrowed"/);
      const update = workspace.run(['check', 'crds', '--target=1.37', '--operation=update', '--old=git:HEAD']);
      assert.match(update.stdout, /crd-enum-narrowed/);
    } finally {
      workspace.remove();
    }
  });
});
