import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { plainValue } from '../../../conversion/value.ts';
import { type Draft, type DraftMap, isNullDraft } from '../../../manifest/reconcile/draft.ts';
import { accountNamed } from '../../admission-plugin/accounts.ts';
import { asValue } from '../../admissionMatch.ts';
import { fillIn } from '../fillIn.ts';
import type { GeneratedItem } from '../generated.ts';
import { type AdmittedObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';

const { name: defaultAccount, tokenPath, tokenVolume, tokenSource } = table.accounts;

/** Names the account of a pod, and mounts its token. The token's volume has a generated name. */
export const serviceAccount: PluginWriter = { plugin: 'ServiceAccount', kinds: [podKind], write };

function write(object: AdmittedObject): PluginChange {
  const { draft } = object;
  const spec = draft.map('spec');
  if (spec === undefined || draft.map('metadata')?.map('annotations')?.get(table.mirrorAnnotation) !== undefined) {
    return {};
  }
  const name = spec.string('serviceAccountName') ?? spec.string('serviceAccount') ?? defaultAccount;
  const filled = fillIn(draft, ['spec', 'serviceAccountName'], name);
  const isNamed = fillIn(draft, ['spec', 'serviceAccount'], name) || filled;
  const found = accountNamed(object, name);
  const account = found?.isCertain() === true ? asValue(found) : undefined;
  if (spec.list('imagePullSecrets')?.items.length === 0) spec.take('imagePullSecrets');
  const secrets = account?.at('imagePullSecrets');
  const pulls =
    secrets?.node !== undefined &&
    !secrets.empty &&
    fillIn(draft, ['spec', 'imagePullSecrets'], plainValue(secrets.node));
  const mounts =
    spec.scalar('automountServiceAccountToken') ?? account?.at('automountServiceAccountToken').scalar ?? true;
  const items = mounts === true ? tokenItems(spec) : [];
  // An account outside of the workspace may turn the mounts off.
  const isCertain = spec.scalar('automountServiceAccountToken') !== undefined || account !== undefined;
  return {
    written: [...(isNamed ? ['spec.serviceAccountName'] : []), ...(pulls ? ['spec.imagePullSecrets'] : [])],
    assigned: [...new Set(items.map(({ path }) => path))],
    generated: { items, isCertain },
    open: account === undefined && spec.list('imagePullSecrets') === undefined ? ['spec.imagePullSecrets'] : [],
  };
}

const lists = ['initContainers', 'containers'] as const;

/** The volume of the token, and its mounts. */
function tokenItems(spec: DraftMap): readonly GeneratedItem[] {
  const mounts = lists.flatMap((list) =>
    (spec.list(list)?.items ?? []).flatMap((container, index): readonly GeneratedItem[] =>
      isWithout(container)
        ? [
            {
              path: `spec.${list}[].volumeMounts[]`,
              steps: ['spec', list, index, 'volumeMounts'],
              item: { readOnly: true, mountPath: tokenPath },
              field: 'name',
            },
          ]
        : [],
    ),
  );
  const hasVolume = spec.list('volumes')?.items.some((volume) => nameOf(volume).startsWith(tokenVolume)) === true;
  if (mounts.length === 0 || hasVolume) return mounts;
  return [
    { path: 'spec.volumes[]', steps: ['spec', 'volumes'], item: { projected: tokenSource }, field: 'name' },
    ...mounts,
  ];
}

/** Whether nothing is mounted where the token would be. */
function isWithout(container: Draft): boolean {
  const mounts = container.kind === 'map' ? (container.list('volumeMounts')?.items ?? []) : [];
  return !mounts.some((mount) => mount.kind === 'map' && mount.string('mountPath') === tokenPath);
}

function nameOf(draft: Draft): string {
  return draft.kind === 'map' && !isNullDraft(draft) ? (draft.string('name') ?? '') : '';
}
