import facts from '../../../data/authored/storage-migration.json' with { type: 'json' };
import { type DefinitionStorage, managedFieldsCommand, storedVersionsCommand } from '../../plan/definitionStorage.ts';
import type { MigrationApi } from '../../plan/migrationApi.ts';
import { migrationManifest, rewriteCommand } from '../../plan/migrationManifest.ts';
import type { Migration } from '../../plan/migrations.ts';
import type { Plan } from '../../plan/plan.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';

/** How to store all objects of a resource in one version. */
export interface MigrationAdvice {
  /** `resourceclaims.resource.k8s.io: resource.k8s.io/v1beta2 to resource.k8s.io/v1`. */
  readonly title: string;
  /** Deadlines, reasons and caveats, a sentence or more each. */
  readonly lines: readonly string[];
  /** The manifest that makes the server migrate the objects; undefined if it does not serve the API. */
  readonly manifest: string | undefined;
  /** The commands to run, in order, after the manifest is applied. */
  readonly commands: readonly string[];
}

/** The migrations after one step, or those of the workspace's custom resources. */
export interface MigrationGroup {
  readonly title: string;
  readonly lines: readonly string[];
  readonly migrations: readonly MigrationAdvice[];
}

/** All migrations, in the order of the steps; custom resources come last. */
export function migrationGroups(
  { storageUnknown, migrations, to }: Plan,
  definitions: readonly DefinitionStorage[],
): readonly MigrationGroup[] {
  const groups: MigrationGroup[] = [];
  if (storageUnknown.length > 0) {
    const minors = storageUnknown.map(formatMinor).join(', ');
    groups.push({
      title: 'Not known',
      lines: [`The storage versions of these binaries are not known, so built-in kinds are not covered: ${minors}.`],
      migrations: [],
    });
  }
  for (const step of [...new Set(migrations.map((migration) => migration.step))].sort((a, b) => a - b)) {
    const atStep = migrations.filter((migration) => migration.step === step);
    const title = step < 0 ? 'Immediately' : `After step ${step + 1}, once all API servers run it`;
    groups.push({
      title,
      lines: atStep[0] === undefined ? [] : alternativeTo(atStep[0].api),
      migrations: atStep.map(migrationAdvice),
    });
  }
  const [definition] = definitions;
  if (definition !== undefined) {
    const title = `Custom resources of this workspace, at ${to.name}`;
    groups.push({ title, lines: alternativeTo(definition.api), migrations: definitions.map(definitionAdvice) });
  }
  return groups;
}

/** The advice on a built-in resource whose storage version changes during the upgrade. */
export function migrationAdvice(migration: Migration): MigrationAdvice {
  const { resource, served, from, to, tooLate, neededBefore, unreadableFrom, preventsRollback, api } = migration;
  const title = `${resource}: ${from.join(' and ')} to ${to}`;
  const manifest = tooLate ? undefined : migrationManifest(served, api, title);
  return {
    title,
    lines: [
      ...(neededBefore === undefined
        ? []
        : [`Needed before step ${neededBefore + 1}: its binary cannot read the old version.`]),
      ...(tooLate
        ? [
            'No server before that step stores them in a version that is readable after it. Export and delete them first, and recreate them afterwards.',
          ]
        : []),
      ...(unreadableFrom === undefined
        ? []
        : [`Kubernetes ${formatMinor(unreadableFrom)} cannot read the old version.`]),
      ...(preventsRollback ? ['It prevents a rollback to the first server, which cannot read the new version.'] : []),
    ],
    manifest,
    commands: manifest === undefined && !tooLate ? [rewriteCommand(served)] : [],
  };
}

/** The advice on a CustomResourceDefinition with objects to migrate or versions to clean up. */
export function definitionAdvice(definition: DefinitionStorage): MigrationAdvice {
  const { name, resource, storedVersions, stale, unserved, api } = definition;
  const stored = formatGroupVersion(resource);
  const needsRewrite = stale.length > 0;
  const manifest = needsRewrite
    ? migrationManifest(resource, api, `${name}: ${stale.join(' and ')} to ${resource.version}`)
    : undefined;
  const needsStatusPatch = needsRewrite && !(manifest !== undefined && definition.updatesStoredVersions);
  return {
    title: `${name}: stored as ${stored}${needsRewrite ? `, ${storedVersions === undefined ? 'perhaps also' : 'also'} as ${stale.join(' and ')}` : ''}`,
    lines: [
      ...(needsRewrite ? definitionLines(definition) : []),
      ...(unserved.length === 0
        ? []
        : [
            `${unserved.join(' and ')} ${unserved.length === 1 ? 'is' : 'are'} no longer served: clean up managedFields before removing ${unserved.length === 1 ? 'it' : 'them'} from the definition. ${facts.managedFields.why}`,
          ]),
    ],
    manifest,
    commands: [
      ...(needsRewrite && manifest === undefined ? [rewriteCommand(resource)] : []),
      ...(needsStatusPatch ? [storedVersionsCommand(definition)] : []),
      ...(unserved.length === 0 ? [] : [managedFieldsCommand(definition)]),
    ],
  };
}

/** Contains no names, so that formats can print it once for all definitions in the same state. */
function definitionLines({ storedVersions, updatesStoredVersions, api }: DefinitionStorage): readonly string[] {
  const findStoredVersions =
    "The status lists the stored versions: kubectl get customresourcedefinition NAME -o jsonpath='{.status.storedVersions}'";
  return [
    ...(storedVersions === undefined ? [findStoredVersions] : []),
    'Remove a version from the definition only after it was removed from status.storedVersions; before that, the server refuses the change.',
    ...(api.state === 'served' && updatesStoredVersions ? ['The migration updates status.storedVersions.'] : []),
  ];
}

/** How to enable the API for migrations, or do without it; empty if the server serves it. */
function alternativeTo(api: MigrationApi): readonly string[] {
  const { kind } = facts.api;
  switch (api.state) {
    case 'served':
      return [];
    case 'off': {
      const { runtimeConfig, gates } = api.enable;
      const flags = [
        ...(runtimeConfig === undefined ? [] : [`--runtime-config=${formatGroupVersion(runtimeConfig)}=true`]),
        ...(gates.length === 0 ? [] : [`--feature-gates=${gates.map(({ name }) => `${name}=true`).join(',')}`]),
      ];
      return [
        `${kind} ${api.version} is off here. ${flags.join(' and ')} of kube-apiserver, and ${facts.api.gates.join(' and ')} on in kube-controller-manager, turn it on; without them, rewrite the objects manually or with ${facts.elsewhere.name}.`,
      ];
    }
    case 'absent':
      return [
        `This server has no ${kind}: rewrite the objects manually or with ${facts.elsewhere.name} (${facts.elsewhere.source}).`,
      ];
  }
}
