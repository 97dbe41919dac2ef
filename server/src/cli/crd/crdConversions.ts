import { resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import { schemaOf } from '../../conversion/defined.ts';
import { customFamilies } from '../../conversion/families.ts';
import type { Family } from '../../conversion/family.ts';
import { checkLossless } from '../../conversion/lossless.ts';
import { objectMeta } from '../../crd/resourceType.ts';
import { schemaRules } from '../../crd/schema/rules.ts';
import { crdSets } from '../../targets/crds.ts';
import { lazily } from '../../text/lazily.ts';
import { DefinitionReader, definitionsOf } from '../../workspace/definitions/definitionSource.ts';
import { SurroundingDefinitions } from '../../workspace/definitions/surroundingDefinitions.ts';
import { withDefinitions } from '../../workspace/definitions/withDefinitions.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { pathExists } from '../../workspace/disk/trackedFs.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { readRules } from '../../workspace/settings/ruleFiles.ts';
import { withTargetCrds } from '../../workspace/settings/targetCrds.ts';
import type { FileSettings } from '../../workspace/settings/targetSelection.ts';
import { exitCode } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { type CheckedFamily, familiesMarkdown, familiesText } from './conversionTables.ts';

/** Objects that are generated for each pair of versions. */
const rounds = 100;

/**
 * `crd conversions`: prints conversion rules as tables with their losses. Without operands, the rules in use; a group
 * or kind selects among these; files and folders are read as rules.
 */
export function showConversions(
  operands: readonly string[],
  settings: FileSettings,
  format: 'text' | 'markdown',
  terminal: Terminal,
): number {
  const [surface] = settings.surfaces;
  if (surface === undefined) return exitCode.usage;
  const chosen = chooseFamilies(operands, surface, terminal);
  if (chosen === undefined) return exitCode.usage;
  const known = withAllDefinitions(settings, terminal.cwd);
  const checked = chosen.map((family) => checkFamily(family, known));
  terminal.out([format === 'markdown' ? familiesMarkdown(checked) : familiesText(checked, terminal.style)]);
  const silent = checked.some(({ pairs }) =>
    pairs.some((pair) => pair.shortfalls.some(({ what }) => what === 'changed')),
  );
  return silent ? exitCode.findings : exitCode.fine;
}

function chooseFamilies(
  operands: readonly string[],
  surface: ApiSurface,
  terminal: Terminal,
): readonly Family[] | undefined {
  const inForce = [...(declaredFamilies(surface)?.families ?? []), ...customFamilies().families];
  if (operands.length === 0) return inForce;
  const chosen: Family[] = [];
  for (const operand of operands) {
    if (pathExists(resolve(terminal.cwd, operand))) {
      for (const { path, file } of discover([operand], terminal.cwd).files) {
        const { families, problems } = readRules(path, file);
        for (const { location, message, remedy } of problems) terminal.problem(`${location} ${message}`, remedy);
        if (problems.length > 0) return undefined;
        chosen.push(...families);
      }
      continue;
    }
    const found = inForce.filter(
      ({ kind, versions }) => kind === operand || versions.some(({ group }) => group === operand),
    );
    if (found.length === 0) {
      throw new UsageError(`there are no rules for ${operand}`, 'name a file with rules, a group or a kind');
    }
    chosen.push(...found);
  }
  return chosen;
}

/** The definitions of the target, those of the workspace, and those of built-in sets that neither has. */
function withAllDefinitions(settings: FileSettings, cwd: string): ApiSurface | undefined {
  const reader = new DefinitionReader(new Kustomizations());
  const found = lazily(() => new SurroundingDefinitions(cwd).search());
  const complete = withDefinitions(definitionsOf(found, reader));
  const [surface] = complete(settings).surfaces;
  if (surface === undefined) return undefined;
  const sets = crdSets.flatMap(({ name, releases, channels }) => {
    const release = releases.at(-1);
    // The channel with the most kinds and fields is the last one.
    return release === undefined ? [] : [{ set: name, release, written: release, channel: [...channels].sort()[0] }];
  });
  return withTargetCrds({ ...surface, target: { ...surface.target, crds: { sets, paths: [] } } });
}

function checkFamily(family: Family, surface: ApiSurface | undefined): CheckedFamily {
  const metadata = surface?.catalog.type(surface.versions.binary, objectMeta);
  if (surface === undefined || metadata === undefined) return { family, pairs: [], unknown: [] };
  const schemaFor = (version: Family['versions'][number]) => schemaOf({ ...version, kind: family.kind }, surface);
  const pairs = checkLossless(
    family,
    (version) => {
      const schema = schemaFor(version);
      return schema === undefined ? undefined : { schema, metadata };
    },
    schemaRules(surface.versions),
    rounds,
  );
  return { family, pairs, unknown: family.versions.filter((version) => schemaFor(version) === undefined) };
}
