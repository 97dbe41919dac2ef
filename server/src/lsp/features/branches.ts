import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import type { UntakenBranch } from '../../helm/branches.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { diagnosticSource } from '../toDiagnostic.ts';

/**
 * The branches of a Helm template that targets do not take: dimmed where no target takes them, and labelled with the
 * targets in any case.
 */
export function untakenBranches({ analysis, lines, targets, text }: JudgedDocument): readonly Diagnostic[] {
  const { surfaces } = targets;
  return (analysis.template?.untaken ?? []).map((branch) => {
    const nobody = branch.targets.length === surfaces.length;
    const written = text.slice(branch.span.start, branch.span.end);
    const start = branch.span.start + (written.length - written.trimStart().length);
    return {
      range: lines.range({ start, end: start + written.trim().length }),
      severity: DiagnosticSeverity.Hint,
      source: diagnosticSource,
      code: 'untaken-branch',
      message: labelOf(branch, nobody ? [] : branch.targets.map((target) => surfaces[target]?.name ?? '')),
      ...(nobody ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    };
  });
}

/** @param names the targets that do not take the branch; empty for all. */
function labelOf({ condition, isElse }: UntakenBranch, names: readonly string[]): string {
  const truth = `${condition} is ${isElse ? 'true' : 'false'}`;
  return names.length === 0
    ? `No target reaches this branch: ${truth} at every target.`
    : `Not reached at ${names.join(', ')}: ${truth} there.`;
}
