import { previewOf } from '../../catalog/previewNote.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { textTable } from '../../report/textTable.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { type Command, exitCode } from '../command.ts';
import { isOn, UsageError } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { jsonOrText, wantsJson } from '../output/output.ts';
import { oneTarget } from '../runs/judging.ts';
import { notePreviews } from '../runs/notePreviews.ts';
import { outdatedKinds, outdatedKindsJson, outdatedKindsText } from './outdatedKinds.ts';

/** `api-resources`: lists the resources that a target serves. */
export const apiResources: Command = {
  operands: '',
  flags: [
    jsonOrText,
    {
      name: 'deprecated',
      help: 'show instead every version that Kubernetes has deprecated or removed, since when, and its replacement',
    },
    ...targetFlags,
  ],
  run(parsed, terminal) {
    if (parsed.positionals.length > 0)
      throw new UsageError('api-resources takes no paths', 'name a target with --target');
    const surface = oneTarget(parsed, terminal);
    if (surface === undefined) return exitCode.usage;
    notePreviews([{ surface }], terminal);
    if (isOn(parsed, 'deprecated')) {
      const kinds = outdatedKinds(surface);
      terminal.out([wantsJson(parsed) ? outdatedKindsJson(kinds) : outdatedKindsText(kinds, terminal.style)]);
      return exitCode.fine;
    }
    terminal.out([wantsJson(parsed) ? asJson(surface) : asText(surface, terminal.style)]);
    return exitCode.fine;
  },
};

function asJson(surface: ApiSurface): string {
  const rows = resourcesOf(surface).map(({ group, version, kind, resource, namespaced, storageVersion, shortNames }) =>
    JSON.stringify({ group, version, kind, resource, namespaced, storageVersion: storageVersion ?? null, shortNames }),
  );
  const preview = previewOf(surface);
  const before = preview === undefined ? '' : `"preview": ${JSON.stringify(preview)}, `;
  return `{${before}"resources": [\n${rows.join(',\n')}\n]}\n`;
}

function asText(surface: ApiSurface, style: Parameters<typeof textTable>[2]): string {
  const heads = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', 'STORED AS'];
  const row = (servedResource: ServedResource) => [
    servedResource.resource,
    servedResource.shortNames.join(','),
    formatGroupVersion(servedResource),
    String(servedResource.namespaced),
    servedResource.kind,
    servedResource.storageVersion ?? '-',
  ];
  return textTable(heads, resourcesOf(surface).map(row), style);
}

/** The served resources, including custom resources under the target's `crds`. */
function resourcesOf({ resources, customResources }: ApiSurface): readonly ServedResource[] {
  return [...resources, ...(customResources?.() ?? [])];
}
