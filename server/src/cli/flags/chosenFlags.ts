import type { Catalog } from '../../catalog/catalog.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { ChosenFindings } from '../../report/chosenFindings.ts';
import { crdSets, crdSetsOf } from '../../targets/crds.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { nearest } from '../../text/nearest.ts';
import { type FlagSpec, type ParsedArguments, UsageError, valuesOf } from './arguments.ts';

/** The flags that limit a run to some findings. */
export const chosenFlags: readonly FlagSpec[] = [
  {
    name: 'only',
    value: 'CODE,CODE',
    help: 'report only findings with these codes, such as removed-api; may be repeated',
  },
  {
    name: 'components',
    value: 'NAME,NAME',
    help: 'report only findings about the APIs of these components: kubernetes, built-in sets such as cert-manager, or groups; may be repeated',
  },
];

/** The name of the built-in APIs among the components. */
const kubernetes = 'kubernetes';

/** The findings that a command line chooses; undefined for all. Throws a {@link UsageError}. */
export function chosenFindings(parsed: ParsedArguments, catalog: Catalog): ChosenFindings | undefined {
  const codes = listOf(parsed, 'only');
  const components = listOf(parsed, 'components');
  if (codes.length === 0 && components.length === 0) return undefined;
  if (valuesOf(parsed, 'baseline').length > 0) {
    const flag = codes.length > 0 ? '--only' : '--components';
    throw new UsageError(`${flag} and --baseline exclude each other`, 'compare all findings with the baseline');
  }
  for (const code of codes) if (!checkCodes.has(code)) throw unknown('only', code, [...checkCodes.keys()]);
  const names = [kubernetes, ...crdSets.map(({ name }) => name)];
  for (const name of components) {
    if (!names.includes(name) && !name.includes('.')) throw unknown('components', name, names);
  }
  const chosen = new Set(components);
  const includesApiVersion = (apiVersion: string) => {
    const group = parseGroupVersion(apiVersion)?.group ?? '';
    const ofKubernetes = catalog.isBuiltInGroup(group) ? [kubernetes] : [];
    return [group, ...ofKubernetes, ...crdSetsOf(group).map(({ name }) => name)].some((name) => chosen.has(name));
  };
  return {
    codes: codes.length === 0 ? undefined : new Set(codes),
    includesApiVersion: components.length === 0 ? undefined : includesApiVersion,
  };
}

function listOf(parsed: ParsedArguments, name: string): readonly string[] {
  return valuesOf(parsed, name).flatMap((value) => value.split(',').map((part) => part.trim()));
}

function unknown(flag: string, value: string, known: readonly string[]): UsageError {
  const close = nearest(value, known, 1)[0];
  const list =
    flag === 'only'
      ? 'kubecompat explain lists the codes'
      : `write ${kubernetes}, a built-in set such as cert-manager, or a group`;
  const remedy = close === undefined ? list : `did you mean ${close}?`;
  return new UsageError(`--${flag}=${value} is not ${flag === 'only' ? 'a check code' : 'a known component'}`, remedy);
}
