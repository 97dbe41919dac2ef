import { at136, runScenarios } from './scenario.ts';

const flux = (name: string, ...dependsOn: readonly string[]) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: "${name}", namespace: flux-system }\nspec:\n  interval: 1h\n  prune: true\n  path: ./${name}\n  sourceRef: { kind: GitRepository, name: flux-system }\n  dependsOn: [${dependsOn.map((one) => `{ name: ${one} }`).join(', ')}]\n`;

const git = { '.git/HEAD': '' };

runScenarios('Kustomizations of Flux that wait', [
  {
    title: 'for one that is not in the repository are told so at its name',
    files: { ...git, 'apps.yaml': flux('apps', 'infra', 'storage'), 'storage.yaml': flux('storage') },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [
      '[endless-wait] No Kustomization of this repository has the name infra',
      '--> apps.yaml:9:23',
      '1 information',
    ],
  },
  {
    title: 'for themselves are told the way',
    files: { ...git, 'a.yaml': flux('apps', 'infra'), 'b.yaml': flux('infra', 'base'), 'c.yaml': flux('base', 'apps') },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['It waits for itself: apps -> infra -> base -> apps', '3 information'],
  },
  {
    title: 'for one that has the name in some cluster only, or another prefix, or are named later, are told nothing',
    files: {
      ...git,
      'one/apps.yaml': flux('apps', 'infra'),
      'one/infra.yaml': flux('infra', 'apps'),
      'two/infra.yaml': flux('infra'),
      'web.yaml': flux('web', 'team-apps'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found'],
  },
  {
    title: 'beside some whose names are filled in are told nothing',
    files: { ...git, 'apps.yaml': flux('apps', 'infra'), 'other.yaml': flux('\u0024{NAME}') },
    type: `check . ${at136} --format json`,
    exit: 0,
    never: ['endless-wait'],
  },
]);
