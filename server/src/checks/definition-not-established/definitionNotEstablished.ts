import { brokenBundle, checksBundlesSince } from '../../crd/conversionBundle.ts';
import { isDefinition } from '../../crd/readDefinition.ts';
import { mapFor } from '../../manifest/node.ts';
import type { Check } from '../check.ts';

const source =
  'k8s.io/apiextensions-apiserver pkg/controller/establish/establishing_controller.go, and pkg/apis/apiextensions/validation/validation.go, validateCustomResourceConversion';

/** A CustomResourceDefinition whose conversion webhook has a caBundle without certificates. */
export const definitionNotEstablished: Check = {
  codes: [
    {
      code: 'definition-not-established',
      consequences: ['accepted-not-served', 'invalid'],
      title: 'The caBundle of a conversion webhook cannot be loaded',
    },
  ],
  resource({ resource, surface, stored, availability }, emit) {
    if (!isDefinition(resource) || resource.part !== undefined || availability.state !== 'served') return;
    const spec = mapFor(resource.root, 'spec');
    const bundle = spec && brokenBundle(spec);
    if (bundle === undefined || surface.versions.binary < checksBundlesSince) return;
    const before = stored && mapFor(stored.resource.root, 'spec');
    const isRefused = before !== undefined && brokenBundle(before) === undefined;
    emit({
      code: 'definition-not-established',
      consequence: isRefused ? 'invalid' : 'accepted-not-served',
      path: 'spec.conversion.webhookClientConfig.caBundle',
      span: bundle.keySpan,
      message: isRefused
        ? 'spec.conversion.webhookClientConfig.caBundle: unable to load root certificates'
        : 'The definition is accepted, but its kind is not served: the caBundle has no certificate',
      why: isRefused
        ? 'An update to a caBundle without certificates is refused with 422, unless the stored one has none either.'
        : 'A create accepts any caBundle. The definition is not established, with the reason InvalidCABundle, until a controller such as cert-manager writes another one.',
      remedy: 'Leave caBundle out, or write the certificates of the webhook in PEM, encoded in base64.',
      source,
      fixes: () => [],
    });
  },
};
