import facts from '../../../data/authored/service-networks.json' with { type: 'json' };
import { type Cidr, parseCidr } from '../../formats/ip.ts';
import { type PortRange, parsePortRange } from '../../formats/portRange.ts';
import type { Target, TargetProblem } from '../../targets/target.ts';
import type { ServiceNetworks } from '../surface.ts';
import { targetProblem } from './problem.ts';

const addressFlag = 'service-cluster-ip-range';
const portFlag = 'service-node-port-range';
const allowedNetworks = 'a CIDR block such as 10.96.0.0/12, or one of each IP family';
const allowedPorts = 'a range of ports such as 30000-32767';

/** Why parsing the flags refuses the range of ports. */
export function portRangeProblems({ services }: Target): readonly TargetProblem[] {
  const written = services?.nodePortRange;
  const range = written === undefined ? undefined : parsePortRange(written, facts.largestPort);
  if (written === undefined || typeof range !== 'string') return [];
  return [targetProblem(portFlag, written, `"${written}" is not a range of ports: ${range}`, allowedPorts)];
}

/**
 * Why the server refuses its networks, in the server's words: first the errors in completing its options, then those in
 * validating them.
 *
 * @param isGateOn whether a feature gate is on at the target.
 */
export function networkProblems({ services }: Target, isGateOn: (name: string) => boolean): readonly TargetProblem[] {
  const written = services?.clusterIpRange;
  if (written === undefined) return [];
  const refuse = (message: string) => targetProblem(addressFlag, written, message, allowedNetworks);
  const [primary, secondary, ...more] = written.split(',');
  const first = parseCidr(primary ?? '');
  if (first === undefined) return [refuse(`${addressFlag}[0] is not a valid cidr`)];
  if (addresses(first) < facts.fewestAddresses) {
    const fewest = `the service cluster IP range must be at least ${facts.fewestAddresses} IP addresses`;
    return [refuse(`error determining service IP ranges for primary service cidr: ${fewest}`)];
  }
  const second = secondary === undefined ? undefined : parseCidr(secondary);
  if (secondary !== undefined && second === undefined) return [refuse(`${addressFlag}[1] is not an ip net`)];
  const problems: TargetProblem[] = [];
  if (more.length > 0) problems.push(refuse(`--${addressFlag} must not contain more than two entries`));
  const isLimited = !facts.maxHostBits.unlessGates.every(isGateOn);
  const tooLarge = (name: string, range: Cidr) => {
    const bits = bitsOf(range);
    const min = bits - facts.maxHostBits.bits;
    if (!isLimited || range.prefix >= min) return;
    problems.push(refuse(`specified ${name} is too large; for ${bits}-bit addresses, the mask must be >= ${min}`));
  };
  tooLarge(`--${addressFlag}`, first);
  if (second === undefined) return problems;
  if (first.address.family === second.address.family) {
    problems.push(refuse(`--${addressFlag}[0] and --${addressFlag}[1] must be of different IP family`));
  }
  tooLarge(`--${addressFlag}[1]`, second);
  return problems;
}

/** The networks and ports of a target with valid flags; undefined if its flags omit them. */
export function serviceNetworksOf({ services }: Target): ServiceNetworks | undefined {
  if (services === undefined) return undefined;
  const { clusterIpRange, nodePortRange } = services;
  const range = nodePortRange === undefined ? undefined : parsePortRange(nodePortRange, facts.largestPort);
  const nodePorts: PortRange | undefined = typeof range === 'string' ? undefined : range;
  return {
    ...(clusterIpRange === undefined
      ? {}
      : { addresses: clusterIpRange.split(',').flatMap((text) => parseCidr(text) ?? []) }),
    ...(nodePorts === undefined ? {} : { nodePorts }),
  };
}

function bitsOf({ address }: Cidr): number {
  return address.family === 4 ? 32 : 128;
}

/** The number of addresses of a network, capped at 65536; 0 for networks too large to count. */
function addresses(range: Cidr): number {
  const hostBits = bitsOf(range) - range.prefix;
  const maxCounted = bitsOf(range) === 32 ? 31 : 127;
  return hostBits >= maxCounted ? 0 : 2 ** Math.min(hostBits, 16);
}
