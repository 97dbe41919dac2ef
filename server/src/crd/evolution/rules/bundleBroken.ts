import { brokenBundle } from '../../conversionBundle.ts';
import type { EvolutionRule } from '../rule.ts';

/** A definition whose webhook has no certificates is no longer established. */
export const bundleBroken: EvolutionRule = {
  code: 'crd-ca-bundle-broken',
  title: 'The caBundle of the conversion webhook cannot be loaded',
  severity: 'error',
  breaks: ['stored objects', 'old clients', 'new clients'],
  why: 'Since Kubernetes 1.31, an update to a caBundle without certificates is refused with 422, "unable to load root certificates". A new definition with it is accepted, but never established: its kind is not served.',
  remedy:
    'Leave caBundle out, and let a controller write it, or write the certificates of the webhook in PEM, encoded in base64.',
  source:
    'k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go, validateCustomResourceConversion',
  definition({ before, after, atField }, emit) {
    if (after.spec === undefined || brokenBundle(after.spec) === undefined) return;
    if (before.spec !== undefined && brokenBundle(before.spec) !== undefined) return;
    emit(atField('conversion'), 'The caBundle of the conversion webhook has no certificate');
  },
};
