import fc from 'fast-check';
import { buildOfModules, requireStaging } from '../programs.ts';
import type { Question, Tool } from '../tool.ts';
import { argument } from '../words.ts';

const modules = [
  { path: 'github.com/clastix/kamaji', version: 'v1.0.0' },
  { path: 'sigs.k8s.io/controller-runtime', version: 'v0.24.1' },
];

const words = fc
  .array(
    fc
      .tuple(argument, fc.constantFrom('--', '--', '--', '--', ''))
      .map(([[name, value], dashes]) => JSON.stringify(`${dashes}${name}=${value}`)),
    { maxLength: 4 },
  )
  .map((all) => `[${all.join(', ')}]`);

const files: fc.Arbitrary<Question> = fc
  .record({
    extra: fc.option(
      fc.oneof(
        { weight: 8, arbitrary: words },
        { weight: 1, arbitrary: fc.constantFrom('{feature-gates: A=true}', '"--feature-gates=A=true"') },
      ),
    ),
    network: fc.constantFrom('', '  networkProfile: {serviceCidr: 10.4.0.0/16}\n'),
    plugins: fc.constantFrom('', '    admissionControllers: [PodSecurity, AlwaysPullImages]\n'),
  })
  .map(({ extra, network, plugins }) => ({
    text: `apiVersion: kamaji.clastix.io/v1alpha1\nkind: TenantControlPlane\nmetadata: {name: tenant}\nspec:\n  kubernetes:\n    version: v1.30.1\n${plugins}${network}  controlPlane:\n    deployment:\n      extraArgs: ${extra === null ? '{}' : `{apiServer: ${extra}}`}\n`,
  }));

/** Kamaji. */
export const kamaji: Tool = {
  tool: 'kamaji',
  modules: modules.slice(0, 1).map(({ path, version }) => `${path} ${version}`),
  file: '/tenant.yaml',
  defaults: {},
  questions: files,
  ask: (questions, ask) =>
    ask(buildOfModules('kamaji', 'github.com/clastix/kamaji', modules, requireStaging('1.36.3')), questions),
};
