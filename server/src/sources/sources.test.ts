import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { filesBelow } from '../../../test/harness/files.ts';
import { formatTarget } from '../targets/format.ts';
import { parseMinor } from '../targets/version.ts';
import { fileSurroundings } from '../workspace/settings/fileSurroundings.ts';
import { clusterTarget } from './clusterTarget.ts';
import { apiServerOf, describeNamedFile } from './describeClusters.ts';
import { fileTarget, readSource } from './fileTarget.ts';

const folder = 'server/src/sources/fixtures';
const surroundings = fileSurroundings(undefined);

/** The expectations in comment lines at the start of a fixture, or in `FILE.expect` beside a JSON file. */
function expectations(file: string, text: string) {
  const source = existsSync(`${file}.expect`) ? readFileSync(`${file}.expect`, 'utf8') : text;
  const all = (word: string) =>
    [...source.matchAll(new RegExp(`^(?:#|//) ${word}(?:: (.*))?$`, 'gm'))].map(([, rest = '']) => rest);
  return {
    targets: all('target'),
    unusable: all('unusable'),
    none: all('none').length > 0,
    ignored: all('ignored').flatMap((line) => line.split(', ')),
    binary: parseMinor(all('with')[0] ?? ''),
  };
}

describe('files that describe clusters', () => {
  for (const file of filesBelow(folder, /(?<!\.expect)$/).filter(
    (name) => /\.\w+$/.test(name) && !/\.(?:expect|d)$/.test(name),
  )) {
    it(file.slice(folder.length + 1), () => {
      const text = readFileSync(file, 'utf8');
      const { targets, unusable, none, ignored, binary } = expectations(file, text);
      assert.ok(targets.length + unusable.length > 0 || none, 'a fixture says what is in it');
      const clusters = describeNamedFile(readSource(text, file), file, surroundings).filter(
        (describedCluster) => apiServerOf(describedCluster) !== undefined,
      );
      const read = clusters.map((cluster) => clusterTarget(cluster, binary));
      if (none) assert.deepEqual(clusters, []);
      assert.deepEqual(
        read.flatMap((described) => (described.ok ? [formatTarget(described.target)] : [])),
        targets,
      );
      if (targets.length > 0)
        assert.deepEqual(
          read.flatMap((described) => (described.ok ? [...described.ignored].sort() : [])),
          ignored,
        );
      for (const part of unusable) {
        const whole = fileTarget(text, file, undefined, binary, surroundings);
        assert.ok(!whole.ok, 'no target');
        assert.match(
          whole.problems.map(({ message }) => message).join('\n'),
          new RegExp(part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')),
        );
      }
    });
  }
});
