// A CustomResourceDefinition of 2 MB with CEL rules, and 500 custom resources of it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, median, timed } from './lib.mjs';

const size = 2_000_000;
const resources = 500;
const folder = join(cache, 'definitions');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const description = 'Text as generators take it from the comments of Go types, a line or two for each field. '.repeat(
  4,
);
const text = { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', description };
const container = (index) => ({
  type: 'object',
  description,
  required: ['name'],
  properties: {
    name: text,
    image: { type: 'string', maxLength: 255, description },
    replicas: { type: 'integer', minimum: 0, maximum: 1000, default: 1, description },
    mode: { type: 'string', enum: ['Always', 'Never', 'OnFailure'], description },
    args: { type: 'array', maxItems: 32, items: { type: 'string', maxLength: 128 }, description },
    labels: { type: 'object', maxProperties: 32, additionalProperties: { type: 'string', maxLength: 63 }, description },
  },
  'x-kubernetes-validations': [
    { rule: `self.name != 'reserved${index}'`, message: 'this name is reserved' },
    { rule: '!has(self.args) || self.args.all(arg, !arg.startsWith("--debug") || self.mode == "Never")' },
    { rule: '!has(self.labels) || self.labels.all(key, key.matches("^[a-z]+$") && self.labels[key].size() > 0)' },
  ],
});

const properties = {};
for (let index = 0, bytes = 0; bytes < size; index++) {
  properties[`part${index}`] = container(index);
  bytes += JSON.stringify(properties[`part${index}`]).length;
}
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'systems.bench.example.com' },
  spec: {
    group: 'bench.example.com',
    scope: 'Namespaced',
    names: { plural: 'systems', kind: 'System' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
      },
    ],
  },
};
const file = join(folder, 'definition.json');
writeFileSync(file, JSON.stringify(definition));

const names = Object.keys(properties);
const part = { name: 'web', image: 'example.com/web:1', mode: 'Always', args: ['--verbose'], labels: { app: 'web' } };
const system = (index) => ({
  apiVersion: 'bench.example.com/v1',
  kind: 'System',
  metadata: { name: `system-${index}`, namespace: 'shop' },
  spec: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [names[(index * 7 + i) % names.length], part])),
});
const many = join(folder, 'systems.yaml');
const documents = Array.from({ length: resources }, (_, index) => JSON.stringify(system(index), undefined, 1));
writeFileSync(many, documents.join('\n---\n'));

const commands = { 'a definition of 2 MB': [file], [`it and ${resources} custom resources`]: [file, many] };
for (const [name, files] of Object.entries(commands)) {
  const runs = Array.from({ length: 5 }, () =>
    timed(process.execPath, ['dist/cli.js', 'check', ...files, '--target', '1.37']),
  );
  const status = runs.every((each) => each.status === 0) ? 'nothing found' : `exit ${runs.map((each) => each.status)}`;
  const times = median(runs.map((each) => each.milliseconds));
  const peak = median(runs.map((each) => each.megabytes ?? 0));
  console.log(`${name.padEnd(34)} median ${times.toFixed(0)} ms, peak ${peak.toFixed(0)} MB, ${status}`);
}
