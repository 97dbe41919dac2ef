import assert from 'node:assert/strict';
import { analyze } from '../../server/src/analyze.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { Finding } from '../../server/src/finding.ts';
import type { Analysis } from '../../server/src/judge/analysis.ts';
import type { FileInputs } from '../../server/src/judge/fileInputs.ts';
import type { Node } from '../../server/src/manifest/node.ts';
import type { Span } from '../../server/src/text/span.ts';
import { inputs } from '../harness/inputs.ts';
import { surfaceOf } from '../harness/surfaces.ts';

/** What texts are judged for: the newest server, and one that knows none of what is new and serves what is gone. */
export function bothTargets(): readonly ApiSurface[] {
  return [surfaceOf('1.37'), surfaceOf('1.21')];
}

/** The inputs of a text that lies nowhere, by the name that it would have. */
export function inputsOf(text: string, surfaces = bothTargets()): FileInputs {
  return inputs(/^kind: Kustomization\s*$/m.test(text) ? 'kustomization.yaml' : 'a.yaml', surfaces);
}

/** Throws where a span does not are in the text. */
export function assertInside({ start, end }: Span, text: string, what: string): void {
  assert.ok(0 <= start && start <= end && end <= text.length, `${what} is at ${start}-${end} of ${text.length}`);
}

/** Throws where a value, or one inside of it, does not are in the text. Aliases lead to what lies elsewhere. */
export function assertNodesInside(root: Node, text: string): void {
  const seen = new Set<Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    assertInside(node, text, node.kind);
    if (node.kind === 'list') open.push(...node.items);
    if (node.kind !== 'map') continue;
    for (const entry of node.entries) {
      assertInside(entry.keySpan, text, `the key ${entry.key}`);
      open.push(entry.value);
    }
  }
}

/** Every finding of a text, those of archives left out, which are in no text. */
export function findingsOf(analysis: Analysis): readonly Finding[] {
  return [
    ...analysis.documentFindings.map(({ finding }) => finding),
    ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
}

/** What is said of a text, for people to compare. */
export function linesOf(analysis: Analysis): readonly string[] {
  return [
    ...analysis.notJudged.map(({ document, reason, detail }) => `${document} ${reason} ${detail}`),
    ...findingsOf(analysis).map(
      ({ code, consequence, path, span, message, why, remedy }) =>
        `${code} ${consequence} ${path} ${span.start}-${span.end} ${message} | ${why} | ${remedy}`,
    ),
  ];
}

/** How much of a text cannot be read. */
export function problemsIn({ manifest }: Analysis): number {
  return manifest.documents.reduce((sum, { problems }) => sum + problems.length, 0);
}

/** The analysis of a text; throws where what it says is not of this text, or, tried for every fourth, is not said twice. */
export function checkedAnalysis(text: string, all: FileInputs): Analysis {
  const analysis = analyze(text, all);
  for (const finding of findingsOf(analysis)) {
    assertInside(finding.span, text, finding.code);
    assert.notEqual(finding.message, '', finding.code);
  }
  if (text.length % 4 === 0) assert.deepEqual(linesOf(analyze(text, all)), linesOf(analysis), 'the same is said twice');
  return analysis;
}
