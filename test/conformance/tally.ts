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
import { type Answer, type ConformanceDocument, type Recording, readContext } from './answers.ts';
import { type Comparison, compare } from './judge.ts';

/** How often a metric agreed, of how many comparisons. */
export interface Tally {
  agreed: number;
  all: number;
}

/** One comparison with its recording and document, and all findings in the document. */
export interface ScoredComparison extends Comparison {
  readonly recording: Recording;
  readonly document: ConformanceDocument;
  readonly findings: readonly Finding[];
}

/** A recording during the comparison of its documents. */
interface Compared {
  readonly recording: Recording;
  readonly surface: ApiSurface;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly measuresLoss: boolean;
  /** The refused fields that were already counted. */
  readonly counted: Set<string>;
}

/**
 * Judges every document of a set for the settings of its recordings, all at once like several targets, and compares the
 * findings with the answers of the servers. `wants` selects the kinds. Custom resources are judged by the
 * CustomResourceDefinitions of the servers.
 */
export function* scoreSet(
  recordings: readonly Recording[],
  documents: ReadonlyMap<string, ConformanceDocument>,
  wants: (kind: string) => boolean = () => true,
): Generator<ScoredComparison> {
  const all = recordings.map((recording): Compared => {
    const surface = withDefinitionsOf(surfaceOf(recording), readContext(recording.set), 'context.yaml');
    const answers = new Map(recording.answers.map((answer) => [answer.sha, answer]));
    const measuresLoss = recording.answers.some(({ lost }) => lost !== undefined);
    return { recording, surface, answers, measuresLoss, counted: new Set() };
  });
  for (const document of documents.values()) {
    if (!wants(document.kind)) continue;
    const answered = all.flatMap((compared) => {
      const answer = compared.answers.get(document.sha);
      return answer === undefined || /^\d+$/.test(answer.verdict) ? [] : [{ compared, answer }];
    });
    if (answered.length === 0) continue;
    const surfaces = answered.map(({ compared }) => compared.surface);
    const analysis = analyze(document.text, inputs(`${document.sha}.yaml`, surfaces));
    for (const { compared, answer } of answered) yield* compareOne(compared, { document, answer, analysis });
  }
}

/** A document, the answer of a server, and the findings for all targets. */
interface Judged {
  readonly document: ConformanceDocument;
  readonly answer: Answer;
  readonly analysis: ReturnType<typeof analyze>;
}

function* compareOne(
  { recording, surface, measuresLoss, counted }: Compared,
  { document, answer, analysis }: Judged,
): Generator<ScoredComparison> {
  const findings = [
    ...analysis.documentFindings.flatMap(({ finding, target = surface.name }) =>
      target === surface.name ? finding : [],
    ),
    ...analysis.resources.flatMap(({ verdicts }) =>
      verdicts.flatMap((verdict) => (verdict.surface.name === surface.name ? verdict.findings : [])),
    ),
  ];
  for (const comparison of compare(answer, document.kind, findings, analysis.resources.length > 0)) {
    const { metric, about } = comparison;
    // Without lost fields in a recording, it is unknown whether a drop is correct.
    if (metric === 'dropped-true' && !measuresLoss) continue;
    // Objects with every field set repeat one refusal many times.
    if (metric === 'invalid-fields' && recording.set === 'full-objects') {
      const key = `${document.apiVersion} ${about}`;
      if (counted.has(key)) continue;
      counted.add(key);
    }
    yield { ...comparison, recording, document, findings };
  }
}

/** Adds a comparison to the tally of a name. */
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
