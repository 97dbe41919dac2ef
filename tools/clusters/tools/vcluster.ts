import fc from 'fast-check';
import { buildOfModules } from '../programs.ts';
import type { Question, Tool } from '../tool.ts';
import { argument } from '../words.ts';

const modules = [
  { path: 'github.com/loft-sh/vcluster', version: 'v0.30.0' },
  { path: 'sigs.k8s.io/controller-runtime', version: 'v0.24.1' },
];

const word = fc
  .tuple(argument, fc.constantFrom('--', '--', '--', '--', ''))
  .map(([[name, value], dashes]) => JSON.stringify(`${dashes}${name}=${value}`));
const words = fc.array(word, { maxLength: 3 }).map((all) => `[${all.join(', ')}]`);

const files: fc.Arbitrary<Question> = fc
  .record({
    command: fc.option(
      words.map((all) => all.replace('[', all === '[]' ? '[kube-apiserver' : '[kube-apiserver, ')),
      { freq: 4 },
    ),
    extra: fc.option(
      fc.oneof(
        { weight: 6, arbitrary: words },
        { weight: 1, arbitrary: fc.constantFrom('{feature-gates: A=true}', 'feature-gates=A=true') },
      ),
    ),
  })
  .map(({ command, extra }) => ({
    text: `controlPlane:\n  distro:\n    k8s:\n      enabled: true\n      version: v1.36.1\n      apiServer:\n        enabled: true\n${command === null ? '' : `        command: ${command}\n`}${extra === null ? '' : `        extraArgs: ${extra}\n`}`,
  }));

/** vcluster, with the distribution of Kubernetes that it has itself. */
export const vcluster: Tool = {
  tool: 'vcluster',
  modules: modules.slice(0, 1).map(({ path, version }) => `${path} ${version}`),
  file: '/vcluster.yaml',
  defaults: { 'enable-admission-plugins': ['NodeRestriction'] },
  questions: files,
  ask: (questions, ask) => ask(buildOfModules('vcluster', 'github.com/loft-sh/vcluster', modules), questions),
};
