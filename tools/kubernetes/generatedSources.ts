import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './go.ts';

/** The Go files of a program that depend on which groups the release has, by name; `kubernetes` is the folder of its main module. */
export function generatedSources(program: string, kubernetes: string): ReadonlyMap<string, string> {
  if (program === 'server') return new Map([['providers.go', providers(kubernetes)]]);
  return program === 'same' ? new Map([['groups.go', groups(kubernetes)]]) : new Map();
}

/** Go source that registers the types of each group in the scheme of kube-apiserver. */
function groups(kubernetes: string): string {
  const apis = join(kubernetes, 'pkg/apis');
  const found = readdirSync(apis).filter((group) => existsSync(join(apis, group, 'install')));
  const imports = found.map((group) => `\t_ "k8s.io/kubernetes/pkg/apis/${group}/install"`);
  return `package main\n\nimport (\n${imports.join('\n')}\n)\n`;
}

/** Groups that are installed otherwise, and one for tests. */
const notProvided = new Set(['core', 'testapigroup']);

/** Go source with the installer of each group of the release. */
function providers(kubernetes: string): string {
  const registry = join(kubernetes, 'pkg/registry');
  const found = readdirSync(registry)
    .filter((group) => !notProvided.has(group) && existsSync(join(registry, group, 'rest')))
    .map((group) => [group, providerType(join(registry, group, 'rest'))] as const);
  const imports = found.map(([group], index) => `\tp${index} "k8s.io/kubernetes/pkg/registry/${group}/rest"`);
  const calls = found.map(([, type], index) => `\t\tready(p${index}.${type}{}),`);
  return `package main\n\nimport (\n${imports.join('\n')}\n)\n\nfunc providers() []provider {\n\treturn []provider{\n${calls.join('\n')}\n\t}\n}\n`;
}

function providerType(folder: string): string {
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const found = /^type (\w*StorageProvider) struct/m.exec(source)?.[1];
  if (found === undefined) throw new StepFailed(`${folder}: no type that installs the group`);
  return found;
}
