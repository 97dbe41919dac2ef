import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainValue } from '../server/src/conversion/value.ts';
import { conversionFix } from '../server/src/conversion/versionFix.ts';
import { convertText } from '../server/src/convertText.ts';
import { chartTemplates } from '../server/src/helm/chart.ts';
import { inputsWithoutContext } from '../server/src/judge/inputsWithoutContext.ts';
import { templateConversions, templateResources } from '../server/src/judge/templateConversion.ts';
import { readManifest } from '../server/src/manifest/read/readManifest.ts';
import { applyEdits } from '../server/src/text/edit.ts';
import { Workspace } from './cli/harness.ts';
import { helmFolder } from './harness/helm.ts';
import { surfaceOf } from './harness/surfaces.ts';

const folder = join(import.meta.dirname, '..', 'server', 'src', 'judge', 'fixtures', 'templates');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const surface = surfaceOf('1.37');
const chart = chartTemplates([read('helpers.tpl')]);

const dataOf = (text: string) => readManifest(text).documents.map(({ root }) => root && plainValue(root));

const someValues = [
  {
    ingress: {
      enabled: true,
      annotations: { a: 'b' },
      tls: [{ hosts: ['a.b'], secretName: 's' }],
      hosts: [
        { host: 'a.b', paths: ['/', '/a'] },
        { host: 'c.d', paths: ['/'] },
      ],
    },
    service: { port: 80 },
    autoscaling: {
      enabled: true,
      minReplicas: 1,
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 80,
      targetMemoryUtilizationPercentage: 70,
    },
    max: 1,
    schedule: '@daily',
    image: 'web',
    tag: '1.0',
    resources: { limits: { cpu: 1 } },
    replicas: 2,
    podSpec: { serviceAccountName: 'web' },
    off: true,
    containers: [{ name: 'a', image: 'b' }],
    port: 8080,
    pathType: 'Exact',
  },
  {
    ingress: { enabled: true, hosts: [{ host: 'a.b', paths: ['/'] }] },
    service: { port: 8080 },
    autoscaling: { enabled: true, minReplicas: 1, maxReplicas: 3, targetMemoryUtilizationPercentage: 70 },
    max: '50%',
    schedule: '@daily',
    image: 'web',
    tag: 'x',
    replicas: 1,
    containers: [],
    port: 80,
  },
];

/**
 * The conversion of the first resource in a template that is not served: its cost on the first line, then the new text.
 */
function converted(text: string): string {
  for (const resource of templateResources(text, chart, [surface], 'templates/a.yaml')) {
    const conversions = templateConversions(resource, text, [surface]);
    const [first] = conversions;
    const prepared = conversions.find((conversion) => conversion.conversion !== undefined)?.conversion;
    if (prepared !== undefined) {
      const { kind, edits, left } = conversionFix(prepared, resource);
      return `# ${[kind, ...left].join('; ')}\n${applyEdits(text, edits) ?? 'conflict'}`;
    }
    if (first?.reason !== undefined) return `# ${first.reason}\n`;
  }
  return '# nothing to convert\n';
}

describe('conversions in templates of charts', () => {
  for (const name of readdirSync(folder).filter((file) => /^[^.]+\.yaml$/.test(file))) {
    it(name.replace('.yaml', ''), () => {
      const path = join(folder, name.replace('.yaml', '.converted.yaml'));
      const now = converted(read(name));
      if (process.env['UPDATE'] === '1') writeFileSync(path, now);
      assert.equal(now, existsSync(path) ? readFileSync(path, 'utf8') : '');
    });
  }

  // Helm shows whether a converted template prints the same as the converted output.
  it('print the converted output', function () {
    const helm = `${helmFolder(this)}helm`;
    const workspace = new Workspace({
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'templates/_helpers.tpl': read('helpers.tpl'),
    });
    const rendered = (text: string, values: object) => {
      workspace.write('templates/a.yaml', text);
      workspace.write('some.json', JSON.stringify(values));
      const { stdout, stderr, status } = spawnSync(
        helm,
        ['template', 'shop', workspace.path, '-f', join(workspace.path, 'some.json')],
        { encoding: 'utf8' },
      );
      assert.equal(status, 0, stderr);
      return stdout;
    };
    let compared = 0;
    try {
      for (const name of readdirSync(folder).filter((file) => /^[^.]+\.yaml$/.test(file))) {
        const [head = '', ...lines] = read(name.replace('.yaml', '.converted.yaml')).split('\n');
        if (!/^# (?:safe|partial)/.test(head)) continue;
        for (const values of someValues) {
          const before = rendered(read(name), values);
          const after = rendered(lines.join('\n'), values);
          const { text } = convertText(before, inputsWithoutContext('a.yaml', [surface], '2026-01-31'), {
            to: undefined,
            defaults: 'keep',
            accepts: new Set(),
          });
          assert.deepEqual(dataOf(after), dataOf(text), `${name}: ${JSON.stringify(values)}`);
          compared++;
        }
      }
    } finally {
      workspace.remove();
    }
    assert.ok(compared >= 12, `${compared}`);
  });

  it('are the same with other names of values and other surrounding text', () => {
    const text = read('ingress.yaml');
    const renamed = text.replaceAll('.Values.ingress', '.Values.deeply.nested.entry').replaceAll('$svcPort', '$p');
    assert.equal(converted(renamed).split('\n')[0], converted(text).split('\n')[0]);
    const windows = read('literal-ingress.yaml').replaceAll('\n', '\r\n');
    assert.equal(
      converted(windows).replaceAll('\r\n', '\n'),
      converted(read('literal-ingress.yaml')),
      'with line breaks of Windows',
    );
  });
});
