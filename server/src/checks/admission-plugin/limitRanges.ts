import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { grouped } from '../../text/grouped.ts';
import { asValue } from '../admissionMatch.ts';
import { type Amount, type Amounts, amountsOf } from './amounts.ts';
import type { ContainerResources, PodResources } from './podResources.ts';

/** One item of a LimitRange, as the server has it. */
export interface Limit {
  readonly by: AdmissionObject;
  readonly type: string;
  readonly min: Amounts;
  readonly max: Amounts;
  readonly ratio: Amounts;
  readonly default: Amounts;
  readonly defaultRequest: Amounts;
}

/** The items of a LimitRange with their own defaults. Source: pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem. */
export function limitsIn(by: AdmissionObject): readonly Limit[] {
  return asValue(by)
    .at('spec')
    .at('limits')
    .items.map((item) => {
      const read = (name: string) => amountsOf(item.at(name));
      const [type, min, max] = [item.at('type').text, read('min'), read('max')];
      const isOfContainers = type === 'Container';
      const limits = isOfContainers ? new Map([...max, ...read('default')]) : read('default');
      const requests = isOfContainers
        ? new Map([...min, ...limits, ...read('defaultRequest')])
        : read('defaultRequest');
      return { by, type, min, max, ratio: read('maxLimitRequestRatio'), default: limits, defaultRequest: requests };
    });
}

/** The resources of a pod after the defaults of LimitRanges. */
export interface LimitedPod {
  readonly pod: PodResources;
  /** The annotation that says what was filled in; undefined if nothing was. */
  readonly annotation: string | undefined;
}

/** More LimitRanges than this are not tried in every order. */
const maxRanges = 4;

/**
 * The resources of a pod after the defaults of LimitRanges, for each order of these: the server keeps them in a map.
 * None if there are too many. Source: plugin/pkg/admission/limitranger/admission.go, mergePodResourceRequirements.
 *
 * @param limits the items of the LimitRanges.
 */
export function withLimitRangeDefaults(pod: PodResources, limits: readonly Limit[]): readonly LimitedPod[] {
  const ranges = [...grouped(limits.map((limit) => [limit.by, limit])).values()];
  if (ranges.length > maxRanges) return [];
  const all = orders(ranges).map((order) =>
    order.reduce<LimitedPod>((filled, range) => filledInBy(filled, range), { pod, annotation: undefined }),
  );
  return [...new Map(all.map((filled) => [key(filled), filled])).values()];
}

function key({ pod, annotation }: LimitedPod): string {
  const amounts = [...pod.containers, ...pod.initContainers].map(({ requests, limits }) =>
    [requests, limits].map((list) =>
      [...list]
        .map(([name, { nanos }]) => `${name}=${nanos}`)
        .sort()
        .join(),
    ),
  );
  return `${annotation}${JSON.stringify(amounts)}`;
}

function orders<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length < 2) return [list];
  return list.flatMap((first) => orders(list.filter((other) => other !== first)).map((rest) => [first, ...rest]));
}

function filledInBy({ pod, annotation }: LimitedPod, range: readonly Limit[]): LimitedPod {
  const items = range.filter(({ type }) => type === 'Container');
  // The last item of a LimitRange counts.
  const limits = new Map(items.flatMap((item) => [...item.default]));
  const requests = new Map(items.flatMap((item) => [...item.defaultRequest]));
  const fill = (container: ContainerResources): ContainerResources => ({
    ...container,
    limits: added(container.limits, limits, container),
    requests: added(container.requests, requests, container),
  });
  const violationsOf = (what: string) => (container: ContainerResources) =>
    [
      [absent(container.requests, requests), 'request'] as const,
      [absent(container.limits, limits), 'limit'] as const,
    ].flatMap(([names, word]) =>
      names.length > 0 ? [`${names.join(', ')} ${word} for ${what} ${container.name}`] : [],
    );
  const all = [
    ...pod.containers.flatMap(violationsOf('container')),
    ...pod.initContainers.flatMap(violationsOf('init container')),
  ];
  return {
    pod: { ...pod, containers: pod.containers.map(fill), initContainers: pod.initContainers.map(fill) },
    annotation: all.length > 0 ? `LimitRanger plugin set: ${all.join('; ')}` : annotation,
  };
}

function absent(amounts: Amounts, defaults: Amounts): readonly string[] {
  return [...defaults.keys()].filter((name) => !amounts.has(name)).sort();
}

function added(amounts: Amounts, defaults: Amounts, { at }: ContainerResources): Amounts {
  const missing = [...defaults].filter(([name]) => !amounts.has(name));
  return new Map([
    ...amounts,
    ...missing.map(([name, amount]): readonly [string, Amount] => [name, { ...amount, at, isFilledIn: true }]),
  ]);
}
