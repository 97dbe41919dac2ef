import { decodedLength, decodeText } from '../../../../formats/base64Text.ts';
import { areLonger } from '../../../../formats/format.ts';
import { configMapKey } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

/** ConfigMaps and Secrets. */
export const configRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'ConfigMap',
    rule: validateConfigMap,
    source: 'pkg/apis/core/validation/validation.go, ValidateConfigMap',
  },
  {
    group: '',
    kind: 'Secret',
    rule: validateSecret,
    source: 'pkg/apis/core/validation/validation.go, ValidateSecret',
  },
];

const sizeLimit = 1024 * 1024;
const accountName = 'kubernetes.io/service-account.name';

function validateConfigMap(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const [data, binaryData] = [object.at('data').entries, object.at('binaryData').entries];
  const texts: string[] = [];
  for (const [key, value] of data) {
    errors.invalid(value, configMapKey(key), key);
    if (binaryData.has(key)) errors.invalid(value, 'duplicate of key present in binaryData', key);
    texts.push(value.text);
  }
  let size = 0;
  for (const [key, value] of binaryData) {
    errors.invalid(value, configMapKey(key), key);
    size += decodedLength(value.text);
  }
  if (areLonger(texts, sizeLimit - size)) errors.tooLong(object, sizeLimit);
}

function validateSecret(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const data = object.at('data');
  // stringData is first encoded into data and overwrites it.
  const plain = object.at('stringData').entries;
  const encoded = data.entries;
  const texts: string[] = [];
  let size = 0;
  for (const [key, value] of encoded) {
    errors.invalid(value, configMapKey(key), key);
    if (!plain.has(key)) size += decodedLength(value.text);
  }
  for (const [key, value] of plain) {
    if (!encoded.has(key)) errors.invalid(value.reportedAt(data.entry(key)), configMapKey(key), key);
    texts.push(value.text);
  }
  if (areLonger(texts, sizeLimit - size)) errors.tooLong(data, sizeLimit);
  const contentOf = (key: string): string | undefined => {
    const text = plain.get(key)?.text;
    const base64 = encoded.get(key)?.text;
    return text ?? (base64 === undefined ? undefined : decodeText(base64));
  };
  const has = (key: string): boolean => plain.has(key) || encoded.has(key);
  validateType(object, has, contentOf, errors);
}

/** The keys that the built-in types of Secrets demand. */
function validateType(
  object: Value,
  has: (key: string) => boolean,
  contentOf: (key: string) => string | undefined,
  errors: ErrorList,
): void {
  const data = object.at('data');
  const need = (key: string): void => {
    if (!has(key)) errors.required(data.entry(key));
  };
  switch (object.at('type').text) {
    case 'kubernetes.io/service-account-token': {
      const annotations = object.at('metadata').at('annotations');
      if (annotations.entry(accountName).empty) errors.required(annotations.entry(accountName));
      break;
    }
    case 'kubernetes.io/dockercfg':
      validateJson(data.entry('.dockercfg'), contentOf('.dockercfg'), errors);
      break;
    case 'kubernetes.io/dockerconfigjson':
      validateJson(data.entry('.dockerconfigjson'), contentOf('.dockerconfigjson'), errors);
      break;
    case 'kubernetes.io/basic-auth':
      if (!has('username') && !has('password')) {
        need('username');
        need('password');
      }
      break;
    case 'kubernetes.io/ssh-auth':
      if ((contentOf('ssh-privatekey') ?? '') === '') errors.required(data.entry('ssh-privatekey'));
      break;
    case 'kubernetes.io/tls':
      need('tls.crt');
      need('tls.key');
      break;
    default:
  }
}

function validateJson(field: Value, content: string | undefined, errors: ErrorList): void {
  if (content === undefined) {
    errors.required(field);
    return;
  }
  const problem = jsonObjectProblem(content);
  if (problem !== undefined) errors.invalid(field, problem, '<secret contents redacted>');
}

/** Why a text is not a JSON object; `null` counts as one, as Go decodes it into an empty map. */
function jsonObjectProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? undefined
      : 'json: cannot unmarshal into Go value of type map[string]interface {}';
  } catch {
    return 'invalid JSON';
  }
}
