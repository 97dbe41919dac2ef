import { decidedByBuilds, withAdded } from './judge/addedFinding.ts';
import type { Analysis } from './judge/analysis.ts';
import { analyzeRendered } from './judge/analyzeRendered.ts';
import { withoutDisabledCodes } from './judge/disabledCodes.ts';
import { type FileInputs, inputsAsWritten } from './judge/fileInputs.ts';
import { judgeText } from './judge/judgeText.ts';
import { leftOut } from './judge/leftOut.ts';
import { limitFindings } from './judge/maxFindings.ts';
import { withPacked } from './judge/packedFiles.ts';
import type { VerdictMemo } from './judge/verdictMemo.ts';
import { withoutSuppressed } from './suppress/suppress.ts';

/**
 * Judges one file against every target. The editor, the command line and all reports use this façade, so their results
 * agree. Bad input is part of the result, never an exception.
 *
 * @param memo the verdicts on earlier versions of the same file, for an editor: unchanged documents are not judged again.
 */
export function analyze(text: string, inputs: FileInputs, memo?: VerdictMemo): Analysis {
  const built = inputs.built(text);
  const source = judgeText(text, built.confirmed === undefined ? inputs : inputsAsWritten(inputs), memo);
  const judged = inputs.rendered === undefined ? source : analyzeRendered(text, inputs, source, inputs.rendered);
  const withObjects = withPacked(text, judged, inputs);
  if (inputs.off !== undefined) return leftOut(withObjects, inputs.off);
  const analysis = decidedByBuilds(withoutSuppressed(withAdded(withObjects, built), inputs.today), built);
  const targets = inputs.surfaces.map(({ name }) => name);
  return limitFindings(withoutDisabledCodes(analysis, inputs.severity, targets));
}
