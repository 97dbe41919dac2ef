// Scores the analysis against the answers of recorded servers, in one process:
//   npx tsx test/conformance/score.ts [--set manifests] [--answers manifests@1.37] [--kind Pod] [--metric
// invalid-fields]
//     [--show 20] [--ids]
import { type ConformanceDocument, readDocuments, readRecording, recordingNames } from './answers.ts';
import { count, scoreSet, type Tally } from './tally.ts';

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
  printScore(name);
}
console.log('\nall settings together');
for (const [metric, { agreed, all }] of totals) console.log(line(metric, agreed, all));

function printScore(name: string): void {
  const recording = readRecording(name);
  const set = documents.get(recording.set) ?? readDocuments(recording.set);
  documents.set(recording.set, set);
  const tallies = new Map<string, Tally>();
  const disagreements = new Map<string, Disagreement>();
  const wanted = option('kind');
  for (const { metric, agrees, about, detail, document } of scoreSet(
    [recording],
    set,
    (kind) => (wanted ?? kind) === kind,
  )) {
    if (metric !== (option('metric') ?? metric)) continue;
    count(tallies, metric, agrees);
    count(totals, `${recording.set} ${metric}`, agrees);
    if (agrees) continue;
    const seen = disagreements.get(`${metric} ${about}`) ?? { count: 0, detail, ids: [] };
    seen.count++;
    seen.ids.push(document.id);
    disagreements.set(`${metric} ${about}`, seen);
  }
  console.log(recording.name);
  for (const [metric, { agreed, all }] of tallies) console.log(line(metric, agreed, all));
  const worst = [...disagreements].sort(([, a], [, b]) => b.count - a.count).slice(0, shown);
  for (const [about, { count: times, detail, ids }] of worst) {
    console.log(`      ${times} × ${about}: ${detail.slice(0, 240)}`);
    if (words.includes('--ids')) console.log(`          ${ids.slice(0, 3).join('\n          ')}`);
  }
}

function line(metric: string, agreed: number, all: number): string {
  const share = ((100 * agreed) / all).toFixed(2).padStart(7);
  return `  ${metric.padEnd(32)} ${String(agreed).padStart(6)} / ${String(all).padEnd(6)} ${share} %`;
}
