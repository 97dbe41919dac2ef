import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { decodeText } from '../../../formats/base64Text.ts';
import { pemBlocks } from '../../../formats/pem.ts';
import { requestedOrganizations } from '../../../formats/x509.ts';
import type { PluginRule } from '../pluginRule.ts';

const { signer, group } = table.certificateSubject;

/** Requests for certificates of administrators. */
export const certificateSubject: PluginRule = {
  plugin: 'CertificateSubjectRestriction',
  appliesTo: ({ kind }) => kind === 'certificates.k8s.io/CertificateSigningRequest',
  refusals({ root }) {
    const spec = root.at('spec');
    if (spec.at('signerName').text !== signer) return [];
    const request = spec.at('request');
    const [first] = pemBlocks(decodeText(request.text));
    if (first === undefined || !requestedOrganizations(first.bytes).includes(group)) return [];
    return [
      {
        at: request,
        message: `use of ${signer} signer with ${group} group is not allowed`,
        why: `The subject of the request has the organization ${group}, which has all permissions.`,
        remedy: 'Request a certificate for another group, and grant it permissions with RBAC.',
        by: [],
      },
    ];
  },
  source: 'plugin/pkg/admission/certificates/subjectrestriction/admission.go',
};
