import type { DescribedCluster } from '../../../description.ts';
import { declaredCluster } from '../../clusterResource.ts';
import { folderOf, type NeighbouringFiles, nameOf } from '../../neighbouringFiles.ts';
import { Budget, type SourceFile } from '../../value.ts';
import { clustersOfCall } from '../describeTerraform.ts';
import { emptyTerraformFolder, readTerraformFolder } from '../folder.ts';
import { TerraformModule } from '../module.ts';
import { TerragruntConfiguration } from './configuration.ts';
import { ownPath, relativePath } from './parentFolders.ts';

/** Whether Terragrunt runs a file, by its name. */
export function isTerragruntFile(path: string): boolean {
  return nameOf(path) === 'terragrunt.hcl';
}

/**
 * The clusters of the module that a Terragrunt unit runs, with its inputs. Follows includes, locals and files of the
 * repository. Never throws.
 */
export function describeTerragrunt(file: SourceFile, surroundings: NeighbouringFiles): readonly DescribedCluster[] {
  const budget = new Budget();
  const configuration = new TerragruntConfiguration(file, { surroundings, budget });
  const source = configuration.source();
  if (source !== undefined && source.value.kind !== 'text') return [];
  const unit = folderOf(file.path);
  const given = configuration.inputs();
  const reading = { surroundings, budget, root: unit, stack: [] };
  const folder = readTerraformFolder(unit, surroundings) ?? emptyTerraformFolder(unit);
  // Without a source, the unit runs the code beside its file.
  const written = source?.value.kind === 'text' ? source.value.text : './';
  const module = new TerraformModule(folder, { given, valuesFile: undefined }, reading);
  const head = source?.block?.head ?? configuration.inputsSpan ?? { start: 0, end: 0 };
  const label = unit.slice(unit.lastIndexOf('/') + 1);
  return clustersOfCall(module, localPath(written, unit), given, label).map((found) =>
    declaredCluster({ ...found, format: found.format.replace('Terraform', 'Terragrunt'), file, head }),
  );
}

/** A module source in the form of Terraform; a double slash only marks which part of the folder is copied. */
function localPath(source: string, unit: string): string {
  const isLocal = /^(?:\.\.?)?\//.test(source);
  if (!isLocal) return source;
  const path = source.replace(/\/\//g, '/');
  if (!path.startsWith('/')) return path;
  return `./${relativePath(unit, ownPath(path, unit))}`;
}
