import type { TargetProblem } from '../targets/target.ts';
import type { DescribedComponent, FieldSpan, WrittenFlag, WrittenSetting } from './description.ts';

/** The subject of a problem in a description: one setting of a list, a flag, or the component as a whole. */
export type ProblemSubject =
  | { readonly kind: 'setting'; readonly setting: WrittenSetting }
  | { readonly kind: 'flag'; readonly flag: WrittenFlag }
  | { readonly kind: 'component'; readonly fieldSpan: FieldSpan };

/** Finds the subject of a problem; of several settings with one name, the last counts. */
export function subjectOfProblem(component: DescribedComponent, { flag, value }: TargetProblem): ProblemSubject {
  const written = component.flags.filter((writtenFlag) => writtenFlag.flag === flag);
  const key = value.split('=', 1)[0] ?? '';
  const setting = written
    .flatMap(({ settings }) => settings)
    .findLast((writtenSetting) => names(writtenSetting.key, key));
  if (setting !== undefined) return { kind: 'setting', setting };
  const last = written.findLast((writtenFlag) => writtenFlag.value === value) ?? written.at(-1);
  if (last !== undefined) return { kind: 'flag', flag: last };
  return { kind: 'component', fieldSpan: component.version ?? component };
}

/** The span in the file that a problem belongs to. */
export function spanOfProblem(component: DescribedComponent, problem: TargetProblem): FieldSpan {
  const found = subjectOfProblem(component, problem);
  if (found.kind === 'setting') return found.setting;
  return found.kind === 'flag' ? found.flag : found.fieldSpan;
}

/** Whether a setting has a key: problems name gates without the component in front, and the core group with a slash. */
function names(written: string, key: string): boolean {
  return written === key || written.replace(/^kube:/, '') === key || `/${written}` === key;
}
