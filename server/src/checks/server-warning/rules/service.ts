import { sendsWarning, serviceAnnotations } from '../facts.ts';
import { warnAboutAnnotations } from '../names.ts';
import { quoted, type WarningRule, withFieldPath } from '../rule.ts';
import { warnAboutServiceCidr, warnAboutServiceIp } from './addresses.ts';

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
      warnAboutAnnotations(root.at('metadata'), serviceAnnotations, warn, (_, words) => words);
      if (clusterIp !== '' && clusterIp !== 'None') {
        const all = spec.at('clusterIPs').items;
        for (const at of all.length > 0 ? all : [spec.at('clusterIP')]) warnAboutServiceIp(at, surface, warn);
      }
      if (headless && sendsWarning(binary, 'headlessService')) {
        const ignored = (field: string, called = field) =>
          warn(spec.at(field), `spec.${called} is ignored for headless services`, 'Remove it.');
        if (spec.at('loadBalancerIP').text !== '') ignored('loadBalancerIP');
        if (externalIps.items.length > 0) ignored('externalIPs');
        if (!['', 'None'].includes(spec.at('sessionAffinity').text)) ignored('sessionAffinity', 'SessionAffinity');
      }
      for (const ip of externalIps.items) warnAboutServiceIp(ip, surface, warn);
      if (externalIps.items.length > 0 && !headless && type !== 'ExternalName' && sendsWarning(binary, 'externalIPs')) {
        warn(
          externalIps,
          'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
          'Use a load balancer or a gateway.',
        );
      }
      warnAboutServiceIp(spec.at('loadBalancerIP'), surface, warn);
      for (const cidr of spec.at('loadBalancerSourceRanges').items) warnAboutServiceCidr(cidr, surface, warn);
      if (type === 'ExternalName' && externalIps.items.length > 0) {
        warn(externalIps, 'spec.externalIPs is ignored when spec.type is "ExternalName"', 'Remove it.');
      }
      if (type !== 'ExternalName' && spec.at('externalName').text !== '') {
        const message = 'spec.externalName is ignored when spec.type is not "ExternalName"';
        warn(spec.at('externalName'), message, 'Remove it.');
      }
      const distribution = spec.at('trafficDistribution');
      if (distribution.text === 'PreferClose' && sendsWarning(binary, 'trafficDistribution')) {
        warn(
          distribution,
          withFieldPath(distribution, `${quoted('PreferClose')} is deprecated; use ${quoted('PreferSameZone')}`),
          'Write PreferSameZone, which means the same.',
        );
      }
    },
  },
];
