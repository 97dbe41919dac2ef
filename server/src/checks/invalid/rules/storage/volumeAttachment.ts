import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateCsiDriverName } from '../pod/volumeSources.ts';
import { validateInlineVolume } from './persistentVolume.ts';

/** Attachments of volumes to nodes. */
export const volumeAttachmentRules: readonly KindRule[] = [
  {
    group: 'storage.k8s.io',
    kind: 'VolumeAttachment',
    rule: validateVolumeAttachment,
    source: 'pkg/apis/storage/validation/validation.go, ValidateVolumeAttachment',
  },
];

function validateVolumeAttachment(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const spec = object.at('spec');
  const [attacher, source, node] = [spec.at('attacher'), spec.at('source'), spec.at('nodeName')];
  if (isStable(kind)) validateCsiDriverName(attacher, errors);
  else if (attacher.empty) errors.required(attacher);
  const [volume, inline] = [source.at('persistentVolumeName'), source.at('inlineVolumeSpec')];
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (!volume.present && !inline.present) errors.required(source, why);
  else if (volume.present && inline.present) errors.forbidden(source, why);
  else if (volume.present && volume.empty) {
    errors.required(volume, 'must specify non empty persistentVolumeName');
  } else if (inline.present && !volume.present) validateInlineVolume(inline, errors);
  if (volume.present) errors.invalid(volume, dnsSubdomain(volume.text), volume.text);
  errors.invalid(node, dnsSubdomain(node.text), node.text);
}
