import type { FoundInFile } from '../embedded/findAllResources.ts';
import type { Finding } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { filledResource } from '../kustomize/filledResource.ts';
import type { Resource } from '../manifest/manifest.ts';
import { hasVariable, isFilledIn, variablesIn } from '../manifest/read/placeholder.ts';
import { placeholderCode, type SubstitutionContext, shownPlaceholder } from './substitutionContext.ts';

/**
 * Adds objects to the resources of a file if Flux fills in their apiVersion and kind, with all values in the repository.
 */
export function withFilledNames(found: FoundInFile, { fillings }: Pick<FileContext, 'fillings'>): FoundInFile {
  if (found.unnamed.length === 0) return found;
  const all = fillings();
  const named = found.unnamed.filter(
    (resource) => all.length > 0 && all.every((filling) => isNamed(filledResource(resource, filling))),
  );
  if (named.length === 0) return found;
  const documents = new Set(named.map(({ document }) => document));
  return {
    ...found,
    resources: [...found.resources, ...named].sort((a, b) => a.document - b.document),
    notJudged: found.notJudged.filter(({ document }) => !documents.has(document)),
    unnamed: found.unnamed.filter((resource) => !named.includes(resource)),
  };
}

function isNamed({ apiVersion, kind }: Resource): boolean {
  return apiVersion !== '' && kind !== '' && !isFilledIn(apiVersion) && !isFilledIn(kind);
}

/** The finding for a placeholder in place of an apiVersion or a kind; undefined if a known tool replaces it. */
export function unnamedObject(
  { apiVersion, kind, apiVersionSpan, kindSpan }: Resource,
  { fillsVariables }: SubstitutionContext,
): Finding | undefined {
  const [path, value, span] = isFilledIn(apiVersion)
    ? (['apiVersion', apiVersion, apiVersionSpan] as const)
    : (['kind', kind, kindSpan] as const);
  if (hasVariable(value) && fillsVariables(variablesIn(apiVersion + kind))) return undefined;
  return {
    code: placeholderCode,
    consequence: 'build-dependent',
    path,
    span,
    message: `${shownPlaceholder(value)} looks like a placeholder, and no server has an API of this ${path}`,
    why: 'The path of a request contains the API version and the resource; nothing else of this document was checked.',
    remedy: 'Replace it with a value, or let your tool fill it in before the check.',
    source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
    fixes: () => [],
  };
}
