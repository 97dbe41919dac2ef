import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { PathSteps } from '../text/fieldPath.ts';
import type { DefaultFacts, FactValue } from './conversionFacts.ts';
import { measuredAt, sameValue, unmeasured } from './measuredDefaults.ts';
import type { ApiSurface } from './surface.ts';

/** The default of an omitted field; undefined if it has none, an unknown one or one that depends on other fields. */
export function defaultOf(gvk: GroupVersionKind, steps: PathSteps, surface: ApiSurface): FactValue | undefined {
  const path = factPath(steps);
  const facts = surface.catalog.defaults(gvk);
  if (facts === undefined || path === undefined) return undefined;
  const ofKind = defaultIn(facts, path, surface);
  const { podTemplate } = facts;
  if (ofKind !== undefined || podTemplate === undefined || !path.startsWith(`${podTemplate}.`)) return ofKind;
  const pod = surface.catalog.defaults({ group: '', version: 'v1', kind: 'Pod' });
  return pod && defaultIn(pod, path.slice(podTemplate.length + 1), surface);
}

function defaultIn({ cases, measuredIn }: DefaultFacts, path: string, surface: ApiSurface): FactValue | undefined {
  const { binary, emulation } = surface.versions;
  const depends = cases.some(
    ({ when, values, absent }) =>
      when !== undefined && (values.has(path) || absent.some(([, paths]) => paths.includes(path))),
  );
  if (depends) return undefined;
  const history = cases.find(({ values }) => values.has(path))?.values.get(path);
  if (history === undefined) return undefined;
  const value = measuredAt(history, measuredIn, binary);
  return value !== unmeasured && sameValue(value, measuredAt(history, measuredIn, emulation)) ? value : undefined;
}

/** `spec.containers[].name`; map keys cannot be distinguished from fields here and match nothing. */
function factPath(steps: PathSteps): string | undefined {
  if (typeof steps[0] !== 'string') return undefined;
  return steps.map((step, index) => (typeof step === 'number' ? '[]' : index === 0 ? step : `.${step}`)).join('');
}
