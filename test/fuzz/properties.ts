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

/** The targets of texts: the newest server, and an old one that serves removed APIs and lacks all new ones. */
export function bothTargets(): readonly ApiSurface[] {
  return [surfaceOf('1.37'), surfaceOf('1.21')];
}

/** The inputs of a text without a file, with a name that fits its kind. */
export function inputsOf(text: string, surfaces = bothTargets()): FileInputs {
  return inputs(/^kind: Kustomization\s*$/m.test(text) ? 'kustomization.yaml' : 'a.yaml', surfaces);
}

/** Throws if a span is not within the text. */
export function assertInside({ start, end }: Span, text: string, what: string): void {
  assert.ok(0 <= start && start <= end && end <= text.length, `${what} is at ${start}-${end} of ${text.length}`);
}

/** Throws if a value, or one inside it, is not within the text. Aliases can refer to values elsewhere. */
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

/** All findings of a text, except those of archives, which have no position in it. */
export function findingsOf(analysis: Analysis): readonly Finding[] {
  return [
    ...analysis.documentFindings.map(({ finding }) => finding),
    ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
}

/** The findings on a text, as readable lines. */
export function linesOf(analysis: Analysis): readonly string[] {
  return [
    ...analysis.notJudged.map(({ document, reason, detail }) => `${document} ${reason} ${detail}`),
    ...findingsOf(analysis).map(
      ({ code, consequence, path, span, message, why, remedy }) =>
        `${code} ${consequence} ${path} ${span.start}-${span.end} ${message} | ${why} | ${remedy}`,
    ),
  ];
}

/** The number of syntax problems in a text. */
export function problemsIn({ manifest }: Analysis): number {
  return manifest.documents.reduce((sum, { problems }) => sum + problems.length, 0);
}

/**
 * The analysis of a text. Throws if a finding is outside the text or, for every fourth text, if a second analysis
 * differs.
 */
export function checkedAnalysis(text: string, all: FileInputs): Analysis {
  const analysis = analyze(text, all);
  for (const finding of findingsOf(analysis)) {
    assertInside(finding.span, text, finding.code);
    assert.notEqual(finding.message, '', finding.code);
  }
  if (text.length % 4 === 0) assert.deepEqual(linesOf(analyze(text, all)), linesOf(analysis), 'the same is said twice');
  return analysis;
}
