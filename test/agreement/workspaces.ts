import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { lampDefinition } from '../cli/manifests.ts';
import { filesBelow } from '../harness/files.ts';
import { textFiles } from '../support/textFiles.ts';

/** The texts of a workspace by their paths. */
export type Texts = Readonly<Record<string, string>>;

const files = textFiles(new URL('workspaces.txt', import.meta.url));

const removed = (name: string, comment = '') => comment + files.text('removed.yaml', { NAME: name });
const lamp = (name: string, colour: string) => files.text('lamp.yaml', { NAME: name, COLOUR: colour });

/** A file that names the installed release of Gateway API. */
const gatewayApi = (release: string) => files.text('gatewayApi.yaml', { RELEASE: release });
const route = files.text('route.yaml');

/** The possible contents of a file of a generated workspace. */
const documents = [
  removed('plain'),
  removed('ignored', '# kubecompat-ignore removed-api: the pipeline converts it\n'),
  removed('ignored-until', '# kubecompat-ignore removed-api until 2020-01-01: long ago\n'),
  lamp('red', '1'),
  lamp('blue', '"blue"'),
  ...Object.values(files.below('documents/')),
];

const configurations = ['', ...Object.values(files.below('configurations/'))];

function chart(isOn: boolean, text: string, subChart: string): Texts {
  return {
    ...files.below('chart/'),
    'shop/values.yaml': `cache: { enabled: ${isOn} }\n`,
    'shop/templates/a.yaml': subChart,
    'shop/charts/cache/templates/b.yaml': `{{- if .Values.on }}\n${text}{{- end }}\n`,
    'shop/charts/cache/templates/c.yaml': text,
  };
}

function kustomized(text: string): Texts {
  return { ...files.below('kustomized/'), 'base/a.yaml': text };
}

const names = fc.uniqueArray(fc.constantFrom('a.yaml', 'apps/b.yaml', 'apps/deep/c.yaml', 'd/e.yml'), {
  minLength: 1,
  maxLength: 4,
});
const text = fc.array(fc.constantFrom(...documents), { minLength: 1, maxLength: 3 }).map((all) => all.join('---\n'));

const generated = fc
  .record({
    names,
    texts: fc.array(text, { minLength: 4, maxLength: 4 }),
    config: fc.constantFrom(...configurations),
    inner: fc.constantFrom(...configurations.slice(0, 3)),
    chart: fc.option(fc.record({ isOn: fc.boolean(), text, subChart: text })),
    kustomized: fc.option(text),
    definition: fc.constantFrom(
      undefined,
      'properties: { colour: { type: string } }',
      'properties: { colour: { type: integer } }',
    ),
    otherDefinition: fc.boolean(),
  })
  .map(
    (parts): Texts => ({
      ...Object.fromEntries(parts.names.map((name, index) => [name, parts.texts[index] ?? ''])),
      ...(parts.config === '' ? {} : { '.kubecompat.yaml': parts.config }),
      ...(parts.inner === '' ? {} : { 'apps/.kubecompat.yaml': parts.inner }),
      ...(parts.chart === null ? {} : chart(parts.chart.isOn, parts.chart.text, parts.chart.subChart)),
      ...(parts.kustomized === null ? {} : kustomized(parts.kustomized)),
      ...(parts.definition === undefined ? {} : { 'crds/lamp.yaml': lampDefinition(parts.definition) }),
      ...(parts.otherDefinition
        ? { 'other/lamp.yaml': lampDefinition('properties: { watts: { type: integer } }') }
        : {}),
    }),
  );

/** The bundled sample, cases of users, and generated workspaces: the same in every run. */
export function workspaces(count: number): ReadonlyMap<string, Texts> {
  const sample = join(import.meta.dirname, '../../sample');
  const samples = filesBelow(sample, /\.[a-z]+$/).map(
    (path) => [relative(sample, path), readFileSync(path, 'utf8')] as const,
  );
  return new Map<string, Texts>([
    ['the bundled sample', Object.fromEntries(samples)],
    [
      'a comment that ignores',
      { 'a.yaml': removed('web', '# kubecompat-ignore removed-api: the pipeline converts it\n') },
    ],
    ['a severity that is off', { '.kubecompat.yaml': 'severity: { removed-api: off }\n', 'a.yaml': removed('web') }],
    [
      'a release that a file names',
      { 'infra/kustomization.yaml': gatewayApi('v1.2.0'), 'apps/route.yaml': route, 'route.yaml': route },
    ],
    [
      'releases that several files name',
      {
        'dev/infra/kustomization.yaml': gatewayApi('v1.1.0'),
        'prod/infra/kustomization.yaml': gatewayApi('v1.2.0'),
        'prod/apps/route.yaml': route,
        'route.yaml': route,
      },
    ],
    ['a sub-chart that is off', chart(false, removed('cache'), files.text('documents/typo.yaml'))],
    ...fc.sample(generated, { numRuns: count, seed: 18 }).map((texts, index) => [`generated ${index}`, texts] as const),
  ]);
}
