import table from '../../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../../admission/admissionObjects.ts';
import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { accountNamed } from '../accounts.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';

const { name: defaultAccount, limitsSecrets, secretsOfVolumes } = table.accounts;

/** Mirror pods with an account or Secrets, and pods with Secrets that their account does not list. */
export const serviceAccount: PluginRule = {
  plugin: 'ServiceAccount',
  appliesTo: hasPod,
  refusals(request) {
    const { pod, isTemplate } = request;
    if (pod === undefined) return [];
    const mirror = pod.at('metadata').at('annotations').entry(table.mirrorAnnotation);
    if (!mirror.present) return ofAccount(request, pod.at('spec'));
    return isTemplate ? [] : ofMirror(pod.at('spec'));
  },
  source: 'plugin/pkg/admission/serviceaccount/admission.go',
};

/** A pod that a kubelet reports for a static one. */
function ofMirror(spec: Value): readonly Refusal[] {
  const refusal = (at: Value, what: string): Refusal => ({
    at,
    message: `a mirror pod may not ${what}`,
    why: `The annotation ${table.mirrorAnnotation} marks a pod that the kubelet creates for a static pod.`,
    remedy: 'Remove the annotation, or the field.',
    by: [],
  });
  const account = [spec.at('serviceAccountName'), spec.at('serviceAccount')].find(({ empty }) => !empty);
  if (account !== undefined) return [refusal(account, 'reference service accounts')];
  const [secret] = secretsOf(spec);
  if (secret !== undefined) return [refusal(secret, 'reference secrets')];
  const token = spec
    .at('volumes')
    .items.flatMap((volume) => volume.at('projected').at('sources').items)
    .find((source) => source.has('serviceAccountToken'));
  return token === undefined ? [] : [refusal(token, 'use ServiceAccountToken volume projections')];
}

function secretsOf(spec: Value): readonly Value[] {
  const named = (values: readonly Value[]) => values.filter(({ empty }) => !empty);
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => spec.at(list).items);
  const volumes = spec.at('volumes').items;
  return named([
    ...spec.at('imagePullSecrets').items.map((item) => item.at('name')),
    ...containers.flatMap((container) => [
      ...container.at('envFrom').items.map((item) => item.at('secretRef').at('name')),
      ...container.at('env').items.map((item) => item.at('valueFrom').at('secretKeyRef').at('name')),
    ]),
    ...volumes.flatMap((volume) => [
      ...secretsOfVolumes.map((path) => path.reduce((value, step) => value.at(step), volume)),
      ...volume
        .at('projected')
        .at('sources')
        .items.map((source) => source.at('secret').at('name')),
    ]),
  ]);
}

/** Source: strconv.ParseBool. */
const truths: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);

function ofAccount(request: PluginRequest, spec: Value): readonly Refusal[] {
  const name = spec.at('serviceAccountName').or(spec.at('serviceAccount').or(defaultAccount));
  const by = accountNamed(request, name);
  if (by === undefined) return [];
  const account = asValue(by);
  if (!truths.has(account.at('metadata').at('annotations').entry(limitsSecrets).text)) return [];
  const listed = new Set(account.at('secrets').items.map((item) => item.at('name').text));
  const first = unlisted(spec, listed, name) ?? unlistedPull(spec, account, name);
  return first === undefined ? [] : [refusalBy(first, by)];
}

type Unlisted = readonly [at: Value, message: string];

/** The first Secret that is not listed, in the order of the server. */
function unlisted(spec: Value, listed: ReadonlySet<string>, account: string): Unlisted | undefined {
  const end = `is not allowed because service account ${account} does not reference that secret`;
  const isOther = (secret: Value) => secret.present && !listed.has(secret.text);
  for (const volume of spec.at('volumes').items) {
    const secret = volume.at('secret').at('secretName');
    if (volume.has('secret') && isOther(secret))
      return [secret, `volume with secret.secretName="${secret.text}" ${end}`];
  }
  for (const [list, word] of [
    ['initContainers', 'init container'],
    ['containers', 'container'],
  ] as const) {
    for (const container of spec.at(list).items) {
      const subject = `${word} ${container.at('name').text}`;
      for (const env of container.at('env').items) {
        const secret = env.at('valueFrom').at('secretKeyRef').at('name');
        if (isOther(secret))
          return [
            secret,
            `${subject} with envVar ${env.at('name').text} referencing secret.secretName="${secret.text}" ${end}`,
          ];
      }
      for (const source of container.at('envFrom').items) {
        const secret = source.at('secretRef').at('name');
        if (isOther(secret))
          return [secret, `${subject} with envFrom referencing secret.secretName="${secret.text}" ${end}`];
      }
    }
  }
  return undefined;
}

function unlistedPull(spec: Value, account: Value, name: string): Unlisted | undefined {
  const listed = new Set(account.at('imagePullSecrets').items.map((item) => item.at('name').text));
  const names = spec.at('imagePullSecrets').items.map((item) => item.at('name'));
  const index = names.findIndex((name) => !listed.has(name.text));
  const at = names[index];
  return (
    at && [
      at,
      `imagePullSecrets[${index}].name="${at.text}" is not allowed because service account ${name} does not reference that imagePullSecret`,
    ]
  );
}

function refusalBy([at, message]: Unlisted, by: AdmissionObject): Refusal {
  return {
    at,
    message,
    why: `The annotation ${limitsSecrets} of the ServiceAccount ${by.name} in ${by.file} allows only the Secrets that it lists.`,
    remedy: 'List the Secret in the ServiceAccount, or remove the annotation.',
    by: [by],
  };
}
