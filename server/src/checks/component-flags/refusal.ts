import type { Finding, Fix } from '../../finding.ts';
import type { DescribedComponent } from '../../sources/description.ts';
import { type ProblemSubject, spanOfProblem, subjectOfProblem } from '../../sources/locateProblem.ts';
import { formatSetting } from '../../targets/settings.ts';
import type { Correction, TargetFlag, TargetProblem } from '../../targets/target.ts';
import { capital } from '../../text/capital.ts';
import type { TextEdit } from '../../text/edit.ts';

/** The maximum number of choices. */
const maxFixes = 5;

/** Where each flag's rules are in Kubernetes' source. */
const sources: Readonly<Partial<Record<TargetFlag, string>>> = {
  'emulated-version': 'k8s.io/component-base/compatibility (Validate), KEP-4330',
  'min-compatibility-version': 'k8s.io/component-base/compatibility (Validate), KEP-4330',
  'feature-gates': 'k8s.io/component-base/featuregate (unsafeSetFromMap)',
  'runtime-config': 'k8s.io/apiserver/pkg/server/resourceconfig (MergeAPIResourceConfigs), deleted_kinds.go',
};

/** The finding for a flag that a component refuses, at the flag. */
export function refusal(component: DescribedComponent, problem: TargetProblem): Finding {
  const { flag, message, allowed, corrections = [] } = problem;
  const { span, path } = spanOfProblem(component, problem);
  const subject = subjectOfProblem(component, problem);
  return {
    code: 'refused-flag',
    consequence: 'not-started',
    path,
    span,
    message: sentence(message),
    why: `${component.component} validates --${flag} at startup and exits with this error.`,
    remedy: `Allowed: ${allowed}.`,
    source: sources[flag] ?? 'k8s.io/apiserver/pkg/server/options (Validate), KEP-4330',
    fixes: () => corrections.flatMap((correction) => fixOf(correction, subject, flag) ?? []).slice(0, maxFixes),
  };
}

function fixOf(correction: Correction, subject: ProblemSubject, flag: TargetFlag): Fix | undefined {
  switch (correction.kind) {
    case 'value':
      if (subject.kind !== 'flag') return undefined;
      return fix(`Set --${flag} to ${correction.value}`, 'forced', subject.flag.rewrite(correction.value), [
        `whether ${correction.value} is the intended value`,
      ]);
    case 'setting': {
      if (subject.kind !== 'setting') return undefined;
      const { setting } = subject;
      // A key keeps its component prefix.
      const prefix = /^kube:/.exec(setting.key)?.[0] ?? '';
      const written = { ...correction.setting, key: `${prefix}${correction.setting.key.replace(/^kube:/, '')}` };
      const title = `Write ${formatSetting(written)}`;
      return fix(title, 'forced', setting.rewrite(written), [
        `whether ${formatSetting(written)} is the intended value`,
      ]);
    }
    case 'remove': {
      if (subject.kind === 'component') return undefined;
      const what = subject.kind === 'setting' ? formatSetting(subject.setting) : `--${flag}`;
      const edits = subject.kind === 'setting' ? subject.setting.remove() : subject.flag.remove();
      return fix(
        `Remove ${what}`,
        correction.same ? 'safe' : 'forced',
        edits,
        correction.same ? [] : [`what ${what} was for`],
      );
    }
  }
}

/** Names of programs and flags keep their small letters. */
function sentence(message: string): string {
  return /^(?:the|everything) /.test(message) ? capital(message) : message;
}

/** A fix, where its edits are certain. */
export function fix(
  title: string,
  kind: Fix['kind'],
  edits: readonly TextEdit[] | undefined,
  leftToDo: readonly string[],
): Fix | undefined {
  return edits === undefined || edits.length === 0 ? undefined : { title, kind, edits, left: leftToDo };
}
