import type { ApiSurface } from '../../catalog/surface.ts';
import type { Finding } from '../../finding.ts';
import type { DescribedComponent, WrittenSetting } from '../../sources/description.ts';
import { parseGoBool } from '../../targets/goBool.ts';
import { formatSetting } from '../../targets/settings.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Emit } from '../check.ts';
import { fix } from './refusal.ts';

/** Advises on APIs that `--runtime-config` enables although the server has nothing to serve for them. */
export function adviseOnApis({ flags }: DescribedComponent, surface: ApiSurface, emit: Emit): void {
  for (const setting of flags.filter(({ flag }) => flag === 'runtime-config').flatMap(({ settings }) => settings)) {
    const [first = '', second, resource] = setting.key.split('/');
    const [group, version] = second === undefined ? ['', first] : [first, second];
    const isOn = setting.value === '' || parseGoBool(setting.value) === true;
    if (!isOn || group === 'api') continue;
    const isServed = surface.resources.some(
      (servedResource) =>
        servedResource.group === group &&
        servedResource.version === version &&
        (resource ?? servedResource.resource) === servedResource.resource,
    );
    if (!isServed) emit(idle(setting, group, version, surface));
  }
}

function idle(setting: WrittenSetting, group: string, version: string, surface: ApiSurface): Finding {
  const { span, path } = setting;
  const { catalog, versions } = surface;
  const written = formatSetting(setting);
  const kinds = catalog.kinds.filter((kind) => kind.group === group && kind.version === version);
  const answers = kinds.map((kind) => surface.availability(kind));
  const gates = answers.flatMap((answer) => (answer.state === 'not-enabled' ? answer.enable.gates : []));
  const waiting = [...new Set(gates.map(({ name }) => name))];
  const removed = answers.flatMap((answer) => (answer.state === 'removed' ? [answer.lastServed] : []));
  const last = removed.length === 0 ? undefined : Math.max(...removed);
  const ended = removed.find((minor) => minor === last);
  const why =
    waiting.length > 0
      ? `Its resources need the feature gate ${waiting.join(' and ')}.`
      : ended === undefined
        ? `kube-apiserver ${formatMinor(versions.binary)} accepts the name but serves no resource of it.`
        : `Its last resources were served by ${formatMinor(ended)}; kube-apiserver still accepts the name.`;
  const remove = waiting.length > 0 ? undefined : fix(`Remove ${written}`, 'safe', setting.remove(), []);
  return {
    code: 'idle-runtime-config',
    consequence: 'advice',
    path,
    span,
    message: `${written} turns nothing on`,
    why,
    remedy: waiting.length > 0 ? `Turn on ${waiting.join(' and ')} as well, or remove it.` : 'Remove it.',
    source: 'k8s.io/apiserver/pkg/server/deleted_kinds.go; what each release of Kubernetes serves',
    fixes: () => (remove === undefined ? [] : [remove]),
  };
}
