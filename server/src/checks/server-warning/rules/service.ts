import { sends, serviceAnnotations } from '../facts.ts';
import { warnOfAnnotations } from '../names.ts';
import type { WarningRule } from '../rule.ts';
import { warnOfServiceCidr, warnOfServiceIp } from './addresses.ts';

/** Services (`GetWarningsForService`). */
export const serviceRules: readonly WarningRule[] = [
  {
    source: 'pkg/api/service/warnings.go',
    kinds: ['/Service'],
    run(root, warn, surface) {
      const { binary } = surface.versions;
      const spec = root.at('spec');
      const type = spec.at('type').text || 'ClusterIP';
      const clusterIp = spec.at('clusterIP').text;
      const externalIps = spec.at('externalIPs');
      const headless = type === 'ClusterIP' && clusterIp === 'None';
      warnOfAnnotations(root.at('metadata'), serviceAnnotations, warn);
      if (clusterIp !== '' && clusterIp !== 'None') {
        const all = spec.at('clusterIPs').items;
        for (const at of all.length > 0 ? all : [spec.at('clusterIP')]) warnOfServiceIp(at, surface, warn);
      }
      if (headless && sends(binary, 'headlessService')) {
        const ignored = (field: string) =>
          warn(spec.at(field), `spec.${field} is ignored for a headless service`, 'Remove it.');
        if (spec.at('loadBalancerIP').text !== '') ignored('loadBalancerIP');
        if (externalIps.items.length > 0) ignored('externalIPs');
        if (!['', 'None'].includes(spec.at('sessionAffinity').text)) ignored('sessionAffinity');
      }
      for (const ip of externalIps.items) warnOfServiceIp(ip, surface, warn);
      if (externalIps.items.length > 0 && !headless && type !== 'ExternalName' && sends(binary, 'externalIPs')) {
        warn(
          externalIps,
          'spec.externalIPs is deprecated, and clusters may stop implementing it',
          'Use a load balancer or a gateway.',
        );
      }
      warnOfServiceIp(spec.at('loadBalancerIP'), surface, warn);
      for (const cidr of spec.at('loadBalancerSourceRanges').items) warnOfServiceCidr(cidr, surface, warn);
      if (type === 'ExternalName' && externalIps.items.length > 0) {
        warn(externalIps, 'spec.externalIPs is ignored for a service of type ExternalName', 'Remove it.');
      }
      if (type !== 'ExternalName' && spec.at('externalName').text !== '') {
        warn(spec.at('externalName'), `spec.externalName is ignored for a service of type ${type}`, 'Remove it.');
      }
      const distribution = spec.at('trafficDistribution');
      if (distribution.text === 'PreferClose' && sends(binary, 'trafficDistribution')) {
        warn(
          distribution,
          'The traffic distribution PreferClose is deprecated',
          'Write PreferSameZone, which means the same.',
        );
      }
    },
  },
];
