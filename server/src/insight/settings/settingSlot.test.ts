import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { describeClusters } from '../../sources/describeClusters.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import { settingAt } from './settingAt.ts';
import { settingSlot } from './settingSlot.ts';

const folder = join(import.meta.dirname, '..', '..', 'sources', 'fixtures');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ya?ml|json|service|conf)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

describe('positions of settings in files that describe clusters', () => {
  it('are found for every setting of every format', () => {
    const formats = new Set<string>();
    const missed: string[] = [];
    let found = 0;
    for (const { name, text } of files) {
      const path = `/${name}`;
      const clusters = describeClusters(readManifest(text), path);
      for (const { format, components } of clusters) {
        for (const setting of components.flatMap(({ flags }) => flags.flatMap(({ settings }) => settings))) {
          const { start, end } = setting.span;
          const key = text.indexOf(setting.key, start);
          // If escapes or folding hide positions, the span is that of the flag.
          if (key < start || key + setting.key.length > end || text.slice(start, key).trim().length > 1) continue;
          const offset = key + setting.key.length;
          const at = settingAt(clusters, offset);
          const slot = settingSlot(text, path, offset)?.slot;
          const isFound = at?.found.kind === 'setting' && at.found.setting.key === setting.key;
          if (!isFound || slot?.kind !== 'setting-key')
            missed.push(`${name}: ${setting.key} ${at?.found.kind} ${slot?.kind}`);
          formats.add(format);
          found++;
        }
      }
    }
    assert.deepEqual(missed, []);
    assert.ok(found > 40 && formats.size >= 8, `${found} settings in ${[...formats].join(', ')}`);
  });

  it('are searched only in files that may describe a cluster', () => {
    const describing = files.filter(
      ({ name, text }) =>
        describeClusters(readManifest(text), `/${name}`).flatMap(({ components }) => components).length > 0,
    );
    assert.ok(describing.length > 30, `${describing.length} files`);
    assert.deepEqual(
      describing.filter(({ text }) => !mayDescribe(text)).map(({ name }) => name),
      [],
    );
    assert.ok(!mayDescribe('apiVersion: apps/v1\nkind: Deployment\n'));
  });

  it('are found for every written version', () => {
    const missed: string[] = [];
    let found = 0;
    for (const { name, text } of files) {
      const path = `/${name}`;
      const clusters = describeClusters(readManifest(text), path);
      for (const version of clusters.flatMap(({ components }) =>
        components.flatMap((component) => component.version ?? []),
      )) {
        const written = text.slice(version.span.start, version.span.end).replace(/^["']|["']$/g, '');
        if (!/^v?1\.\d+[\w.+-]*$/.test(written)) continue;
        const offset = version.span.end - (/["']$/.test(text.slice(version.span.start, version.span.end)) ? 1 : 0);
        const slot = settingSlot(text, path, offset)?.slot;
        if (slot?.kind !== 'version') missed.push(`${name}: ${written} ${slot?.kind}`);
        found++;
      }
    }
    assert.deepEqual([...new Set(missed)], []);
    assert.ok(found > 20, `${found} versions`);
  });

  it('are not found in other files', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: a\n      image: nginx:1.27\n';
    for (let offset = 0; offset <= pod.length; offset++) assert.equal(settingSlot(pod, '/a.yaml', offset), undefined);
  });
});
