import type { PluginRule } from '../pluginRule.ts';

/** Services with external addresses. The plugin is off by default. */
export const externalIps: PluginRule = {
  plugin: 'DenyServiceExternalIPs',
  appliesTo: ({ kind }) => kind === '/Service',
  refusals({ root }) {
    const at = root.at('spec').at('externalIPs');
    if (at.empty) return [];
    return [
      {
        at,
        message: 'Use of external IPs is denied by admission control',
        why: 'The target enables the admission plugin, which allows no Service to have external addresses.',
        remedy: 'Remove `externalIPs`; use type LoadBalancer, an Ingress or a Gateway.',
        by: [],
      },
    ];
  },
  source: 'plugin/pkg/admission/network/denyserviceexternalips/admission.go',
};
