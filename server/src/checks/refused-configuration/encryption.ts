import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { isBase64 } from '../../formats/base64.ts';
import { parseDuration } from '../../formats/duration.ts';
import { parseUrl } from '../../formats/url.ts';
import { looksUnfilled } from '../../manifest/read/placeholder.ts';
import { factMinor } from '../../targets/version.ts';
import type { Value } from '../value.ts';
import { validateEncryptedResources } from './encryptedResources.ts';
import type { Refusals } from './refusals.ts';

// Sources: ValidateEncryptionConfiguration in k8s.io/apiserver pkg/apis/apiserver/validation/validation_encryption.go;
// kmsPrefixTransformer in pkg/server/options/encryptionconfig/config.go.

const { keys, kms: kmsVersions } = facts.encryption;
const keyed = Object.entries(keys);
const providers = [...Object.keys(keys), 'identity', 'kms'];

/** Collects the server's errors in an EncryptionConfiguration. KMS plugins are not asked. */
export function validateEncryption(root: Value, refusals: Refusals): void {
  const resources = root.at('resources');
  if (resources.length === 0) refusals.missing(resources, 'at least one resources is required');
  const plugins = new Set<string>();
  for (const item of resources.items) {
    validateEncryptedResources(item.at('resources'), refusals);
    const provided = item.at('providers');
    if (provided.length === 0) refusals.missing(provided, 'at least one providers is required');
    for (const provider of provided.items) validateProvider(provider, plugins, refusals);
  }
}

function validateProvider(provider: Value, plugins: Set<string>, refusals: Refusals): void {
  const found = providers.filter((name) => provider.at(name).present);
  if (found.length === 0) {
    const why = 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity';
    refusals.value(provider, why, `Write one of: ${providers.join(', ')}`);
  } else if (found.length > 1) {
    const why = 'more than one provider specified in a single element, should split into different list elements';
    refusals.value(provider, why, 'Write an element for each provider');
  }
  if (found.includes('kms')) {
    const kms = provider.at('kms');
    validatePlugin(kms, plugins, refusals);
    plugins.add(kms.at('name').text);
    return;
  }
  const [name, lengths] = keyed.find(([candidate]) => found.includes(candidate)) ?? [];
  if (name !== undefined && lengths !== undefined) validateKeys(provider.at(name).at('keys'), lengths, refusals);
}

function validateKeys(list: Value, lengths: readonly number[], refusals: Refusals): void {
  if (list.length === 0) refusals.missing(list, 'at least one keys is required');
  for (const key of list.items) {
    if (key.at('name').text === '') refusals.missing(key.at('name'), 'name is a mandatory field for a key');
    const secret = key.at('secret');
    // Secrets are often filled in when the file is installed.
    if (looksUnfilled(secret.text)) continue;
    const length = decodedLength(secret.text);
    if (secret.text === '') refusals.missing(secret, 'secret is a mandatory field for a key');
    else if (length === undefined) refusals.value(secret, 'secrets must be base64 encoded', 'Encode it');
    else if (!lengths.includes(length)) {
      const why = `secret is not of the expected length, got ${length}, expected one of [${lengths.join(' ')}]`;
      refusals.value(secret, why, 'Generate a key of such a length');
    }
  }
}

/** The number of bytes that a text in base64 stands for; undefined if it is not base64. */
function decodedLength(text: string): number | undefined {
  if (!isBase64(text)) return undefined;
  const digits = text.replace(/[\r\n=]/g, '').length;
  return Math.floor((digits * 3) / 4);
}

function validatePlugin(kms: Value, plugins: ReadonlySet<string>, refusals: Refusals): void {
  const { binary } = refusals.surface.versions;
  const [name, timeout, cache] = [kms.at('name'), kms.at('timeout'), kms.at('cachesize')];
  const version = kms.at('apiVersion').or('v1');
  if (name.text === '') refusals.missing(name, 'name is a mandatory field for a provider');
  if (version !== 'v1') {
    if (name.text.includes(':')) {
      refusals.value(name, `invalid KMS provider name ${name.text}, must not contain ':'`);
    }
    if (plugins.has(name.text)) {
      refusals.value(name, `duplicate KMS provider name ${name.text}, names must be unique`, 'Rename one of them');
    }
    if (cache.present) refusals.value(cache, 'cachesize is not supported in v2', 'Remove it');
  } else if (cache.present && cache.number === 0) {
    refusals.value(cache, 'cachesize should be a positive value, or negative to disable');
  }
  if (timeout.present && (parseDuration(timeout.text) ?? 0n) <= 0n) {
    refusals.value(timeout, 'timeout should be a positive value');
  }
  validateEndpoint(kms.at('endpoint'), refusals);
  const known = kmsVersions.find((each) => each.version === version);
  if (known === undefined) {
    refusals.value(kms.at('apiVersion'), 'unsupported apiVersion for KMS provider, only v1 and v2 are supported');
    return;
  }
  const { gate, since, until } = known;
  const asks = binary >= factMinor(since) && (until === undefined || binary <= factMinor(until));
  if (!asks || refusals.gate(gate)) return;
  const why =
    version === 'v1'
      ? `KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead. Set --feature-gates=${gate}=true to use the deprecated KMSv1 feature`
      : `could not configure KMSv2 plugin, ${gate} feature is not enabled`;
  const remedy = version === 'v1' ? `Write apiVersion: v2, or turn on ${gate}` : `Turn on ${gate}`;
  refusals.value(kms.at('apiVersion'), why, remedy);
}

function validateEndpoint(endpoint: Value, refusals: Refusals): void {
  const url = parseUrl(endpoint.text);
  if (endpoint.text === '') refusals.missing(endpoint, 'endpoint is a mandatory field for a kms');
  else if (typeof url === 'string') refusals.value(endpoint, `invalid endpoint for kms provider, error: ${url}`);
  else if (url.scheme !== 'unix') {
    refusals.value(endpoint, `unsupported scheme "${url.scheme}" for KMS provider, only unix is supported`);
  }
}
