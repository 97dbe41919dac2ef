import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  type ConversionVerdict,
  conversionDigest,
  conversionFixtures,
  conversionFolder,
  convertedFile,
  convertFixture,
} from '../../test/harness/conversionFixtures.ts';
import { StepFailed } from '../kubernetes/go.ts';
import { type Comparison, detailOf, type ManifestPair, verdictOf } from './comparePairs.ts';

/** The contents of the `.converted` files and of `verdicts.json`, and the verdicts that are not as recorded. */
interface FixtureVerdicts {
  readonly files: ReadonlyMap<URL, string>;
  readonly changes: readonly string[];
}

/** The file with the verdicts. */
const verdictsFile = new URL('verdicts.json', conversionFolder);

/**
 * Compares the conversion fixtures with their conversions. Throws `StepFailed` with the fixtures that cannot be
 * converted or compared.
 */
export function fixtureVerdicts(compare: (pairs: readonly ManifestPair[]) => readonly Comparison[]): FixtureVerdicts {
  const recorded: Record<string, ConversionVerdict> = JSON.parse(readFileSync(verdictsFile, 'utf8'));
  const fixtures = conversionFixtures().map((name) => {
    const old = readFileSync(new URL(name, conversionFolder), 'utf8');
    const result = convertFixture(name, old);
    if (result === undefined) throw new StepFailed(`${name}: no conversion`);
    return { name, old, ...result };
  });
  const comparisons = compare(fixtures);
  const files = new Map<URL, string>();
  const verdicts: Record<string, ConversionVerdict> = {};
  const unreadable: string[] = [];
  const changes: string[] = [];
  for (const [index, { name, old, fix, converted }] of fixtures.entries()) {
    const comparison = comparisons[index] ?? { unreadable: 'not compared' };
    if ('unreadable' in comparison) {
      unreadable.push(`${name}: ${comparison.unreadable}`);
      continue;
    }
    files.set(convertedFile(name), converted);
    const { kind, left } = fix;
    if (!isDeepStrictEqual(recorded[name]?.differences, comparison.differences))
      changes.push(`${name}: ${verdictOf(comparison)}${detailOf(comparison)}`);
    verdicts[name] = { kind, left, differences: comparison.differences, digest: conversionDigest(old, converted) };
  }
  if (unreadable.length > 0) throw new StepFailed(`Kubernetes cannot read both:\n${unreadable.join('\n')}`);
  files.set(verdictsFile, `${JSON.stringify(verdicts, undefined, 1)}\n`);
  return { files, changes };
}
