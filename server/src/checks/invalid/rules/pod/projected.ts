import { prefixedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName } from '../meta/objectMeta.ts';
import { isKubernetesSigner, validateSignerName } from '../meta/signerName.ts';
import { validateDownwardItems, validateKeyToPath } from './keyToPath.ts';
import { validateFileMode, validateNonReservedPath, validateUser } from './paths.ts';

// Source: pkg/apis/core/validation/validation.go, validateProjectionSources.

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const longestExpiration = 91 * 24 * 60 * 60;
const longestKubernetesExpiration = 24 * 60 * 60;

/** Files of several sources in one volume. Their paths must differ. */
export function validateProjected(volume: Value, errors: ErrorList): void {
  validateFileMode(volume.at('defaultMode'), errors);
  validateUser(volume.at('defaultUser'), errors);
  const paths = new Set<string>();
  const take = (path: Value): void => {
    if (path.empty) return;
    if (paths.has(path.text)) errors.invalid(path.reportedAt(volume), 'conflicting duplicate paths');
    paths.add(path.text);
  };
  for (const source of volume.at('sources').items) validateSource(source, volume, take, errors);
}

function validateSource(source: Value, volume: Value, take: (path: Value) => void, errors: ErrorList): void {
  const [secret, configMap, downwardApi] = [source.at('secret'), source.at('configMap'), source.at('downwardAPI')];
  for (const files of [secret, configMap]) {
    if (!files.present) continue;
    if (files.at('name').empty) errors.required(files.at('name'));
    for (const item of files.at('items').items) {
      validateKeyToPath(item, errors);
      take(item.at('path'));
    }
  }
  if (downwardApi.present) {
    validateDownwardItems(downwardApi, errors);
    for (const file of downwardApi.at('items').items) take(file.at('path'));
  }
  const token = source.at('serviceAccountToken');
  if (token.present) validateToken(token, volume, errors);
  const bundle = source.at('clusterTrustBundle');
  if (bundle.present) validateTrustBundle(bundle, take, errors);
  const certificate = source.at('podCertificate');
  if (certificate.present) validateCertificate(certificate, take, errors);
  const all = [secret, configMap, downwardApi, token, bundle, certificate];
  if (all.filter((value) => value.present).length > 1) {
    errors.forbidden(source, 'may not specify more than 1 volume type per source');
  }
}

function validateToken(token: Value, volume: Value, errors: ErrorList): void {
  const [expiration, path] = [token.at('expirationSeconds'), token.at('path')];
  const seconds = expiration.number ?? 3600;
  if (seconds < 600) errors.invalid(expiration, 'may not specify a duration less than 10 minutes');
  if (seconds > 2 ** 32) errors.invalid(expiration, 'may not specify a duration larger than 2^32 seconds');
  const field = path.reportedAt(volume.at('path'));
  if (path.empty) errors.required(field);
  else validateNonReservedPath(field, errors);
  validateUser(token.at('user'), errors);
}

function validateTrustBundle(bundle: Value, take: (path: Value) => void, errors: ErrorList): void {
  const [name, signer, selector] = [bundle.at('name'), bundle.at('signerName'), bundle.at('labelSelector')];
  if (name.present && signer.present) errors.invalid(bundle, 'only one of name and signerName may be used');
  else if (name.present) {
    if (name.empty) errors.required(name, 'must be a valid object name');
    const last = name.text.slice(name.text.lastIndexOf(':') + 1);
    errors.invalid(
      name,
      subdomainName(last, false).map((problem) => `not a valid clustertrustbundlename: ${problem}`),
    );
    if (selector.present) errors.invalid(selector, 'labelSelector must be unset if name is specified');
  } else if (signer.present) {
    validateSignerName(signer, errors);
    validateLabelSelector(selector, errors);
  } else errors.required(bundle, 'either name or signerName must be specified');
  const path = bundle.at('path');
  if (path.empty) errors.required(path);
  validateUser(bundle.at('user'), errors);
  validateNonReservedPath(path, errors);
  take(path);
}

function validateCertificate(certificate: Value, take: (path: Value) => void, errors: ErrorList): void {
  const [signer, keyType, expiration] = [
    certificate.at('signerName'),
    certificate.at('keyType'),
    certificate.at('maxExpirationSeconds'),
  ];
  validateSignerName(signer, errors);
  const annotations = certificate.at('userAnnotations');
  for (const [key, value] of annotations.entries) {
    errors.invalid(value.reportedAt(annotations), prefixedName(key.toLowerCase()), key);
  }
  validateUser(certificate.at('user'), errors);
  errors.oneOf(keyType, keyTypes);
  if (expiration.number !== undefined) {
    const limit = isKubernetesSigner(signer.text) ? longestKubernetesExpiration : longestExpiration;
    if (expiration.number < 3600) errors.invalid(expiration, 'if provided, maxExpirationSeconds must be >= 3600');
    if (expiration.number > limit) errors.invalid(expiration, `if provided, maxExpirationSeconds must be <= ${limit}`);
  }
  const paths = ['credentialBundlePath', 'keyPath', 'certificateChainPath'].map((name) => certificate.at(name));
  for (const path of paths) {
    if (path.empty) continue;
    validateNonReservedPath(path, errors);
    take(path);
  }
  if (paths.every((path) => path.empty)) {
    errors.required(certificate, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath');
  }
}
