// Scores the analysis against what recorded servers answered, in one process:
//   npx tsx test/conformance/score.ts [--set manifests] [--answers manifests@1.37] [--kind Pod] [--metric invalid-fields]
//     [--show 20] [--ids]
import { analyze } from '../../server/src/analyze.ts';
import { resolve } from '../../server/src/catalog/resolve.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { parseTargetFlags } from '../../server/src/target/flags.ts';
import { isTargetFlag } from '../../server/src/target/target.ts';
import { factMinor } from '../../server/src/target/version.ts';
import { readCatalog } from '../../server/src/workspace/catalogFile.ts';
import { type ConformanceDocument, type Recording, readDocuments, readRecording, recordingNames } from './answers.ts';
import { compare } from './judge.ts';

interface Tally {
  agreed: number;
  all: number;
}

interface Disagreement {
  count: number;
  readonly detail: string;
  readonly ids: string[];
}

const words = process.argv.slice(2);
const option = (name: string): string | undefined => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? undefined : words[at + 1];
};
const shown = Number(option('show') ?? '0');
const documents = new Map<string, ReadonlyMap<string, ConformanceDocument>>();
const totals = new Map<string, Tally>();

for (const name of recordingNames()) {
  if (option('answers') !== undefined && name !== option('answers')) continue;
  if (option('set') !== undefined && !name.startsWith(`${option('set')}@`)) continue;
  score(readRecording(name));
}
console.log('\nall settings together');
for (const [metric, { agreed, all }] of totals) console.log(line(metric, agreed, all));

function score(recording: Recording): void {
  const set = documents.get(recording.set) ?? readDocuments(recording.set);
  documents.set(recording.set, set);
  const surface = surfaceOf(recording);
  const tallies = new Map<string, Tally>();
  const disagreements = new Map<string, Disagreement>();
  const counted = new Set<string>();
  for (const answer of recording.answers) {
    const document = set.get(answer.sha);
    if (document === undefined || /^\d+$/.test(answer.verdict)) continue;
    // Custom resources are judged by their CRDs, which these answers are not about.
    if (document.kind === 'Foo' || (option('kind') ?? document.kind) !== document.kind) continue;
    const analysis = analyze(document.text, `${document.sha}.yaml`, [surface]);
    const findings = [
      ...analysis.documentFindings.map(({ finding }) => finding),
      ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
    ];
    for (const { metric, agrees, about, detail } of compare(
      answer,
      document.kind,
      findings,
      analysis.resources.length > 0,
    )) {
      if (metric !== (option('metric') ?? metric)) continue;
      // Objects with every field set repeat one refusal over and over.
      const key = `${metric} ${document.apiVersion} ${about}`;
      if (metric === 'invalid-fields' && recording.set === 'full-objects') {
        if (counted.has(key)) continue;
        counted.add(key);
      }
      count(tallies, metric, agrees);
      count(totals, `${recording.set} ${metric}`, agrees);
      if (agrees) continue;
      const seen = disagreements.get(`${metric} ${about}`) ?? { count: 0, detail, ids: [] };
      seen.count++;
      seen.ids.push(document.id);
      disagreements.set(`${metric} ${about}`, seen);
    }
  }
  console.log(recording.name);
  for (const [metric, { agreed, all }] of tallies) console.log(line(metric, agreed, all));
  const worst = [...disagreements].sort(([, a], [, b]) => b.count - a.count).slice(0, shown);
  for (const [about, { count: times, detail, ids }] of worst) {
    console.log(`      ${times} × ${about}: ${detail.slice(0, 240)}`);
    if (words.includes('--ids')) console.log(`          ${ids.slice(0, 3).join('\n          ')}`);
  }
}

function count(tallies: Map<string, Tally>, metric: string, agrees: boolean): void {
  const tally = tallies.get(metric) ?? { agreed: 0, all: 0 };
  tally.all++;
  if (agrees) tally.agreed++;
  tallies.set(metric, tally);
}

function line(metric: string, agreed: number, all: number): string {
  const share = ((100 * agreed) / all).toFixed(2).padStart(7);
  return `  ${metric.padEnd(32)} ${String(agreed).padStart(6)} / ${String(all).padEnd(6)} ${share} %`;
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
