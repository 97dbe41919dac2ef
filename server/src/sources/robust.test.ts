import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { filesBelow } from '../../../test/harness/files.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { clusterFindings } from '../judge/clusterFindings.ts';
import { applyEdits } from '../text/edit.ts';
import { fileSurroundings } from '../workspace/settings/fileSurroundings.ts';
import { describeNamedFile } from './describeClusters.ts';
import { fileTarget, readSource } from './fileTarget.ts';

const surroundings = fileSurroundings(undefined);

const files = filesBelow(
  'server/src/sources/fixtures',
  /\.(?:ya?ml|json|service|sh|txt|tf|tofu|tfvars|hcl|bicep|bicepparam)$/,
);
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
const pieces = [
  '',
  '"',
  "'",
  '{',
  '[',
  ': ',
  '\n',
  ' ',
  '- ',
  '\\',
  '#',
  '$X',
  '{{ .a }}',
  '=',
  ',',
  '--',
  '|',
  '&&',
  '1.30',
  'null',
  '\u0000',
];

/** A fixture with one part replaced by another. */
const damaged = fc
  .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat({ max: 12 }), fc.constantFrom(...pieces))
  .map(([[file, text], at, length, piece]) => {
    const start = at % (text.length + 1);
    return [file, text.slice(0, start) + piece + text.slice(start + length)] as const;
  });

describe('damaged files that describe clusters', () => {
  it('never cause an exception or a position outside the text', () => {
    const surfaces = [surfaceOf('1.36')];
    fc.assert(
      fc.property(damaged, ([file, text]) => {
        const manifest = readSource(text, file);
        const read = fileTarget(text, file, undefined, undefined, surroundings);
        const problems = read.ok ? [] : read.problems;
        const clusters = describeNamedFile(manifest, file, surroundings);
        const components = clusters.flatMap((cluster) => cluster.components);
        const flags = components.flatMap((component) => component.flags);
        const spans = [...problems, ...clusters, ...components, ...flags, ...flags.flatMap(({ settings }) => settings)];
        for (const { span } of spans) {
          assert.ok(0 <= span.start && span.start <= span.end && span.end <= text.length, JSON.stringify(span));
        }
        for (const { finding } of clusterFindings(manifest, file, surfaces)) {
          for (const { edits } of finding.fixes()) assert.notEqual(applyEdits(text, edits), undefined);
        }
      }),
      { seed: 3, numRuns: 600 },
    );
  });
});
