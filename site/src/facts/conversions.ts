import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { ConversionFacts } from '../../../server/src/catalog/conversionFacts.ts';
import { describeStep } from '../../../server/src/conversion/describeSteps.ts';
import { customFamilies, noSuccessorSentence } from '../../../server/src/conversion/families.ts';
import type { CrdSet } from '../../../server/src/targets/crds.ts';
import { formatGroupVersion } from '../../../server/src/targets/groupVersion.ts';
import type { Conversion } from './kindPage.ts';

/** The conversion of objects of a built-in kind between its versions, in any groups. */
export function builtInConversions(catalog: Catalog, group: string, kind: string): readonly Conversion[] {
  const known = catalog.conversions
    .filter(({ from, to }) => (from.group === group && from.kind === kind) || (to?.group === group && to.kind === kind))
    .map((facts) => ({
      from: formatGroupVersion(facts.from),
      to: facts.to && formatGroupVersion(facts.to),
      notes: factsText(facts),
    }));
  const from = new Set(known.map((conversion) => conversion.from));
  const ended = catalog.kindsOf(group, kind).flatMap((version): readonly Conversion[] => {
    const ending = noSuccessorSentence(version);
    const apiVersion = formatGroupVersion(version);
    return ending === undefined || from.has(apiVersion) ? [] : [{ from: apiVersion, to: undefined, notes: [ending] }];
  });
  return [...known, ...ended];
}

function factsText({ map, defaults, required, dropped, cautions }: ConversionFacts): readonly string[] {
  const lines = [
    ...map.map(
      ({ from, to, transform }) =>
        `${from} becomes ${to}${transform === undefined || transform === 'copy' ? '' : ` (${transform})`}`,
    ),
    ...defaults.map((changed) => `${changed.path} defaults to ${shown(changed.new)} instead of ${shown(changed.old)}`),
    ...required.map((path) => `${path} becomes required`),
    ...dropped.map((path) => `${path} cannot be expressed`),
    ...cautions,
  ];
  return lines.length === 0 ? ['Only the apiVersion changes.'] : lines;
}

function shown(value: unknown): string {
  return value === null ? 'none' : JSON.stringify(value);
}

/** How a built-in set converts objects of a kind between its versions. */
export function customConversions(set: CrdSet, group: string, kind: string): readonly Conversion[] {
  const families = customFamilies().families.filter(
    (family) => family.kind === kind && family.versions.some((version) => version.group === group),
  );
  const rules = families.flatMap(({ versions }) => {
    const hub = versions.findLast(({ steps }) => steps.length === 0) ?? versions.at(-1);
    return versions
      .filter((version) => version !== hub)
      .map((version) => ({
        from: formatGroupVersion(version),
        to: hub && formatGroupVersion(hub),
        notes:
          version.steps.length === 0
            ? ['Only the apiVersion changes.']
            : version.steps.flatMap(describeStep).map((step) => `${step.rule}: ${step.version} ↔ ${step.hub}`),
      }));
  });
  return rules.length > 0 ? rules : [{ from: 'any version', to: 'any other', notes: [strategies[set.conversion]] }];
}

const strategies: Readonly<Record<CrdSet['conversion'], string>> = {
  None: 'The API server changes only the apiVersion; fields that the other version does not have are pruned.',
  Webhook: 'A webhook of the project converts objects; what it does is not known.',
  unknown: 'It is not known how objects are converted; a webhook of the project may do it.',
};
