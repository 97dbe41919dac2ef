import { analyze } from '../../server/src/analyze.ts';
import { resolve } from '../../server/src/catalog/resolve.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { Finding } from '../../server/src/finding.ts';
import { parseTargetFlags } from '../../server/src/targets/flags.ts';
import { isTargetFlag } from '../../server/src/targets/target.ts';
import { factMinor } from '../../server/src/targets/version.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { withDefinitionsOf } from '../harness/customKinds.ts';
import { inputs } from '../harness/inputs.ts';
import { type ConformanceDocument, type Recording, readContext } from './answers.ts';
import { type Comparison, compare } from './judge.ts';

/** How often a metric agreed, of how many comparisons. */
export interface Tally {
  agreed: number;
  all: number;
}

/** One comparison with the document it is about, and everything that was found in that. */
export interface ScoredComparison extends Comparison {
  readonly document: ConformanceDocument;
  readonly findings: readonly Finding[];
}

/**
 * Judges every document of a recording at its setting and compares with the server's answers. `wants` narrows the
 * kinds. Custom resources are judged by the CustomResourceDefinitions that the server had.
 */
export function* scoreRecording(
  recording: Recording,
  documents: ReadonlyMap<string, ConformanceDocument>,
  wants: (kind: string) => boolean = () => true,
): Generator<ScoredComparison> {
  const surface = withDefinitionsOf(surfaceOf(recording), readContext(recording.set), 'context.yaml');
  const measuresLoss = recording.answers.some(({ lost }) => lost !== undefined);
  const counted = new Set<string>();
  for (const answer of recording.answers) {
    const document = documents.get(answer.sha);
    if (document === undefined || /^\d+$/.test(answer.verdict)) continue;
    if (!wants(document.kind)) continue;
    const analysis = analyze(document.text, inputs(`${document.sha}.yaml`, [surface]));
    const findings = [
      ...analysis.documentFindings.map(({ finding }) => finding),
      ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
    ];
    for (const comparison of compare(answer, document.kind, findings, analysis.resources.length > 0)) {
      const { metric, about } = comparison;
      // A recording that never says what was lost cannot tell whether a drop is true.
      if (metric === 'dropped-true' && !measuresLoss) continue;
      // Objects with every field set repeat one refusal over and over.
      if (metric === 'invalid-fields' && recording.set === 'full-objects') {
        const key = `${document.apiVersion} ${about}`;
        if (counted.has(key)) continue;
        counted.add(key);
      }
      yield { ...comparison, document, findings };
    }
  }
}

/** Counts a comparison into the tally of a name. */
export function count(tallies: Map<string, Tally>, name: string, agrees: boolean): void {
  const tally = tallies.get(name) ?? { agreed: 0, all: 0 };
  tally.all++;
  if (agrees) tally.agreed++;
  tallies.set(name, tally);
}

function surfaceOf({ name, binary, flags }: Recording): ApiSurface {
  const values: Record<string, string[]> = {};
  for (const flag of flags) {
    const [, key = '', value = 'true'] = /^--([^=]+)(?:=(.*))?$/.exec(flag) ?? [];
    if (isTargetFlag(key)) values[key] = [...(values[key] ?? []), value];
  }
  const parsed = parseTargetFlags(values, factMinor(binary));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.problems.map(({ message }) => message).join('; ')}`);
  const resolved = resolve(name, parsed.target, readCatalog());
  if (!resolved.ok) throw new Error(`${name}: ${resolved.problems.map(({ message }) => message).join('; ')}`);
  return resolved.surface;
}
