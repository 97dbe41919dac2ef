import { type Finding, findingWithFixesLater, isError } from '../finding.ts';
import { filledResource, type Substitution } from '../kustomize/filledResource.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Verdict } from './analysis.ts';

/** The verdicts on a form of a resource. */
export interface JudgedForm {
  readonly verdicts: readonly Verdict[];
  /** Whether findings on values that a tool fills in were omitted. */
  readonly isTemplate: boolean;
}

/**
 * The verdicts on a resource after variable substitution. Refusals with only some values are build-dependent.
 *
 * @param writtenVerdicts the verdicts on the written resource: findings that these have as well keep their fixes.
 * @param judge judges one form; `values` is a key of its values, and equal values are judged once.
 */
export function withSubstitutions(
  resource: Resource,
  writtenVerdicts: readonly Verdict[],
  fillings: readonly Substitution[],
  judge: (form: Resource, values: string) => JudgedForm,
): JudgedForm {
  const judged = new Map<string, JudgedForm>();
  for (const filling of fillings) {
    const { values } = filling;
    if (!judged.has(values)) judged.set(values, judge(filledResource(resource, filling), values));
  }
  const forms = fillings.flatMap(({ name, values, targets }) => {
    const form = judged.get(values);
    return form === undefined ? [] : [{ name, targets, ...form }];
  });
  const [first] = forms;
  if (first === undefined) return { verdicts: writtenVerdicts, isTemplate: false };
  const verdicts = first.verdicts.map((verdict, index): Verdict => {
    const written = writtenVerdicts[index]?.findings ?? [];
    const applied = appliedTo(verdict, forms);
    const all = applied.map(({ name, verdicts: [...those] }) => ({ name, findings: those[index]?.findings ?? [] }));
    const distinct = new Map(
      all.flatMap(({ findings }) => findings.map((finding) => [keyOf(finding), finding] as const)),
    );
    const findings = [...distinct].map(([key, finding]): Finding => {
      const fillers = all
        .filter((candidate) => candidate.findings.some((other) => keyOf(other) === key))
        .map(({ name }) => name);
      const same = written.find((candidate) => keyOf(candidate) === key && candidate.message === finding.message);
      if (fillers.length === all.length) return same ?? filledFinding(finding, fillers, {});
      const isRefused = isError(finding);
      return filledFinding(finding, fillers, isRefused ? { consequence: 'build-dependent' } : {});
    });
    return { ...verdict, findings: findings.sort((a, b) => a.span.start - b.span.start) };
  });
  return { verdicts, isTemplate: forms.some(({ isTemplate }) => isTemplate) };
}

/** The forms for a target; all of them if none is for it. */
export function appliedTo<T extends { readonly targets?: readonly string[] | undefined }>(
  { surface }: Verdict,
  forms: readonly T[],
): readonly T[] {
  const formsOfTarget = forms.filter(({ targets }) => targets?.includes(surface.name) !== false);
  return formsOfTarget.length === 0 ? forms : formsOfTarget;
}

/** A finding on a substituted value cannot be fixed here. */
function filledFinding(finding: Finding, names: readonly string[], changes: Partial<Pick<Finding, 'consequence'>>) {
  const why = `${finding.why} The variables here are filled in by ${names.join(' and ')}.`;
  return findingWithFixesLater(finding, () => [], { ...changes, why });
}

function keyOf({ code, path }: Finding): string {
  return `${code} ${path}`;
}
