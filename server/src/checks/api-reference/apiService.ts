import { type MapNode, stringFor, valueFor } from '../../manifest/node.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { fieldOf, formatPath } from '../../text/fieldPath.ts';
import { describeVersions } from '../apiFinding.ts';
import type { Emit, ValuePosition } from '../check.ts';
import { ServedNames } from './served.ts';

const source = 'k8s.io/kube-aggregator pkg/controllers/autoregister/autoregister_controller.go';

/**
 * Judges the spec of an APIService: the server registers its own group versions itself, and one without a service
 * is answered by the server itself, which must know it then.
 */
export function judgeApiService(spec: MapNode, { subject, path }: ValuePosition, emit: Emit): void {
  const group = stringFor(spec, 'group') ?? '';
  const version = stringFor(spec, 'version') ?? '';
  const served = ServedNames.of(subject.surface);
  const value = valueFor(spec, 'version');
  if (value === undefined || version === '' || !served.isOwn(group)) return;
  const name = formatGroupVersion({ group, version });
  const local = served.inGroup(group).some((resource) => resource.version === version);
  const delegated = valueFor(spec, 'service') !== undefined;
  const found = { path: formatPath(fieldOf(path, 'version')), span: { start: value.start, end: value.end }, source };
  if (local && delegated) {
    emit({
      ...found,
      code: 'built-in-api-service',
      consequence: 'advice',
      message: `${name} is served by the API server itself`,
      why: `The target is ${describeVersions(subject.surface)}: it maintains its own APIService for ${name} and overwrites yours.`,
      remedy: 'Serve a different API group with the service.',
      fixes: () => [],
    });
  }
  if (!local && !delegated) {
    emit({
      ...found,
      code: 'reference-not-served',
      consequence: 'advice',
      message: `This names ${name}, which the target does not serve`,
      why: `The target is ${describeVersions(subject.surface)}. Without a service, the server answers for the group version itself, and does not serve it: requests get 404.`,
      remedy: 'Remove the object: the server registers its own group versions.',
      fixes: () => [],
    });
  }
}
