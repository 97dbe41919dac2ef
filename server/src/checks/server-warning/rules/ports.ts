import type { ApiSurface } from '../../../catalog/surface.ts';
import { formatPath } from '../../../text/fieldPath.ts';
import type { Value } from '../../value.ts';
import { sendsWarning } from '../facts.ts';
import { type EmitWarning, quoted, withFieldPath } from '../rule.ts';

interface Port {
  readonly at: Value;
  readonly hostIp: string;
  readonly hostPort: number;
}

/** Ports that containers of a pod have in common. */
export function warnAboutPorts(
  spec: Value,
  containers: readonly Value[],
  isTemplate: boolean,
  warn: EmitWarning,
  surface: ApiSurface,
): void {
  // On the host's network a pod's ports become host ports by default; in templates that default is off.
  const onHost = spec.at('hostNetwork').scalar === true && !isTemplate;
  const known = new Map<string, Port[]>();
  const names = new Map<string, Value>();
  const warnsOfNames = sendsWarning(surface.versions.binary, 'portNames');
  for (const container of containers) {
    for (const at of container.at('ports').items) {
      const number = at.at('containerPort').number;
      const port = {
        at,
        hostIp: at.at('hostIP').text,
        hostPort: at.at('hostPort').number || (onHost ? (number ?? 0) : 0),
      };
      if (port.hostIp !== '' && port.hostPort === 0) {
        const words = `hostIP set without hostPort: ${written(at)}`;
        warn(at.at('hostIP'), withFieldPath(at, words), 'Set hostPort, or remove hostIP.');
      }
      const key = `${number}/${at.at('protocol').text || 'TCP'}`;
      const others = known.get(key) ?? [];
      for (const other of others) warnAboutClash(port, other, warn);
      known.set(key, [...others, port]);
      const name = at.at('name').text;
      const first = names.get(name);
      if (name === '' || !warnsOfNames) continue;
      if (first === undefined) names.set(name, at);
      else {
        const other = formatPath(first.path);
        const words = `duplicate port name ${quoted(name)} with ${other}, services and probes that select ports by name will use ${other}`;
        warn(at, withFieldPath(at, words), 'Give it another name.');
      }
    }
  }
}

function warnAboutClash(port: Port, other: Port, warn: EmitWarning): void {
  const where = formatPath(other.at.path);
  const remedy = 'Declare each port once.';
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) {
    warn(port.at, withFieldPath(port.at, `duplicate port definition with ${where}`), remedy);
  } else if (port.hostPort === 0 || other.hostPort === 0) {
    warn(port.at, withFieldPath(port.at, `overlapping port definition with ${where}`), remedy);
  } else if (port.hostPort === other.hostPort && (port.hostIp === '') !== (other.hostIp === '')) {
    warn(port.at, withFieldPath(port.at, `dangerously ambiguous port definition with ${where}`), remedy);
  }
}

/** A port as Go's `%+v` writes the struct, with its defaults. */
function written(port: Value): string {
  const number = (name: string) => port.at(name).number ?? 0;
  const { text } = port.at('protocol');
  return `{Name:${port.at('name').text} HostPort:${number('hostPort')} ContainerPort:${number('containerPort')} Protocol:${text || 'TCP'} HostIP:${port.at('hostIP').text}}`;
}
