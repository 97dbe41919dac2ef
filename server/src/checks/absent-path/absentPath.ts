import { jsonPatchesIn } from '../../kustomize/jsonPatches.ts';
import { kustomizeFileIn } from '../../kustomize/kustomizeFile.ts';
import { type Replacement, replacementsIn } from '../../kustomize/replacements.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, DocumentSubject, Emit } from '../check.ts';
import { kustomizeFinding } from '../kustomizeFinding.ts';
import type { AbsentPath } from './absent.ts';
import { absentForPatch } from './jsonPatches.ts';
import { absentForReplacement, nameOf } from './replacements.ts';

/** Paths of JSON patches and replacements that lead nowhere in the resources of the kustomization. */
export const absentPath: Check = {
  codes: [
    {
      code: 'absent-path',
      consequences: ['undecodable'],
      title: 'The path does not exist in the resource to change',
      yieldsTo: 'unknown-field-path',
    },
  ],
  document(subject, emit) {
    judgePatches(subject, emit);
    judgeReplacements(subject, emit);
  },
};

function judgePatches(subject: DocumentSubject, emit: Emit): void {
  const patches = jsonPatchesIn(subject);
  if (patches.length === 0) return;
  const assembled = subject.context.assembled?.();
  if (assembled === undefined) return;
  for (const patch of patches) {
    const absent = hasPlaceholder(patch.written) ? undefined : absentForPatch(patch, assembled);
    if (absent !== undefined)
      report(absent, 'api/filters/patchjson6902 (gopkg.in/evanphx/json-patch.v4, patch.go)', emit);
  }
}

function judgeReplacements(subject: DocumentSubject, emit: Emit): void {
  const { root, text, context } = subject;
  const file = kustomizeFileIn(subject);
  const all = file === undefined ? [] : replacementsIn(root, file);
  if (all.length === 0) return;
  const assembled = context.assembled?.();
  if (assembled === undefined) return;
  const entryOf = (replacement: Replacement) =>
    file === 'Kustomization' ? formatPath(replacement.path) : (context.entry ?? '');
  for (const replacement of all) {
    for (const absent of absentForReplacement(replacement, { assembled, all, text, entryOf })) {
      if (!hasPlaceholder(absent.written)) report(absent, 'api/filters/replacement/replacement.go', emit);
    }
  }
}

function report({ resource, path, span, step, written }: AbsentPath, source: string, emit: Emit): void {
  const isWhole = written === step;
  emit(
    kustomizeFinding({
      code: 'absent-path',
      consequence: 'undecodable',
      path,
      span: { start: span.start, end: span.end },
      message: `${nameOf(resource)} has no ${isWhole ? step : `${step} at ${written}`}: the kustomization cannot be built`,
      why: 'The path does not exist in the resource, so Kustomize builds nothing.',
      remedy: 'Fix the path, add the missing field to the resource, or select other resources.',
      source,
    }),
  );
}
