import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';

/** The resource with its apiVersion at an offset of a text; undefined if there is none that parses. */
export function printedResource(text: string, apiVersion: number): Resource | undefined {
  const manifest = readManifest(text);
  const documents = manifest.documents.filter(
    ({ span, problems }) => problems.length === 0 && span.start <= apiVersion && apiVersion <= span.end,
  );
  const { resources } = findResources({ text, documents });
  return resources.find(
    ({ apiVersionSpan, partial, escaped }) =>
      partial === undefined && escaped !== true && apiVersionSpan.start === apiVersion,
  );
}
