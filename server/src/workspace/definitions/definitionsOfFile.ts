import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { withWebhook } from '../../kustomize/webhooks.ts';
import { definitionsInPacked, isChartYaml } from '../charts/packedCharts.ts';
import type { FoundFile } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';

/** The CustomResourceDefinitions of several files, each kustomization around them read once. */
export function definitionsOfFiles(
  files: readonly FoundFile[],
  kustomizations = new Kustomizations(),
): readonly CustomDefinition[] {
  return files.flatMap((file) => definitionsOfFile(file, kustomizations));
}

/**
 * The CustomResourceDefinitions of a file, for a Chart.yaml those in the packed charts beside it; none if it cannot be
 * read, which is reported where it is checked.
 */
export function definitionsOfFile(found: FoundFile, kustomizations: Kustomizations): readonly CustomDefinition[] {
  if (isChartYaml(found.path)) return definitionsInPacked(found.path, found.file);
  const content = readText(found.path);
  return content.ok ? definitionsOfText(content.text, found, kustomizations) : [];
}

/** The CustomResourceDefinitions of a file's text, including patches to their conversion by other files. */
export function definitionsOfText(
  text: string,
  { path, file }: FoundFile,
  kustomizations: Kustomizations,
): readonly CustomDefinition[] {
  const definitions = definitionsIn(text, file, path);
  // Finding patches is expensive, and definitions with one version have no conversion.
  if (definitions.every(({ conversion, versions }) => conversion === 'Webhook' || versions.length < 2)) {
    return definitions;
  }
  const { webhooks } = kustomizations.contextOf(path);
  return webhooks.length === 0
    ? definitions
    : definitionsIn(text, file, path, (resource) => withWebhook(resource, webhooks));
}
