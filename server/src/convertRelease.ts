import type { ConversionOutcome, ConvertedText } from './conversion/outcome.ts';
import { currentRelease } from './embedded/helmReleases.ts';
import { type HelmRelease, writeHelmRelease } from './formats/helmRelease.ts';
import type { Resource } from './manifest/manifest.ts';
import type { TextEdit } from './text/edit.ts';

/** What becomes of the release that an object keeps. */
export interface ConvertedRelease {
  /** Of the object's text; empty where nothing changes. */
  readonly edits: readonly TextEdit[];
  /** Nothing of the content of objects is said: releases hold secrets. */
  readonly outcomes: readonly ConversionOutcome[];
}

/**
 * Rewrites what Helm keeps of a release, so that every object has a version that the targets serve and means what it
 * meant: as `convert` does with files, with comments, order and everything else as it was. The objects themselves are
 * left alone, which a server shows in every version that it serves. Undefined for an object that keeps no release, one
 * that Helm has left behind, or one that cannot be read.
 *
 * @param holder the Secret or ConfigMap.
 * @param text that it stands in.
 * @param convert converts one of the manifests of the release.
 */
export function convertRelease(
  holder: Resource,
  text: string,
  convert: (text: string) => ConvertedText,
): ConvertedRelease | undefined {
  const kept = currentRelease(holder);
  if (kept === undefined) return undefined;
  const { release, node, inSecretData } = kept;
  const { manifest, hooks } = convertManifests(release, convert);
  const span = { start: node.start, end: node.end };
  const outcomes = [manifest, ...hooks].flatMap((hook) =>
    hook.outcomes.map((outcome) => ({
      ...outcome,
      resource: { ...outcome.resource, apiVersionSpan: span },
      notes: [],
    })),
  );
  const isChanged = manifest.text !== release.manifest || hooks.some((hook, at) => hook.text !== release.hooks[at]);
  if (!isChanged) return { edits: [], outcomes };
  const hookTexts = hooks.map((hook) => hook.text);
  const written = writeHelmRelease(release, manifest.text, hookTexts, inSecretData);
  // Base64 means itself in YAML; JSON has quotes around it.
  const newText = text[span.start] === '"' ? JSON.stringify(written) : written;
  return { edits: [{ span, newText }], outcomes };
}

/** The manifest of a release and those of its hooks, each converted. */
export function convertManifests(
  { manifest, hooks }: HelmRelease,
  convert: (text: string) => ConvertedText,
): { readonly manifest: ConvertedText; readonly hooks: readonly ConvertedText[] } {
  return { manifest: convert(manifest), hooks: hooks.map(convert) };
}
