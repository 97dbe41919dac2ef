import type { ConversionOutcome, ConvertedText } from './conversion/outcome.ts';
import { currentRelease } from './embedded/helmReleases.ts';
import { type HelmRelease, writeHelmRelease } from './formats/helmRelease.ts';
import type { Resource } from './manifest/manifest.ts';
import type { TextEdit } from './text/edit.ts';

/** The conversion of the release that an object stores. */
export interface ConvertedRelease {
  /** Edits of the object's text; empty if nothing changes. */
  readonly edits: readonly TextEdit[];
  /** Without notes, which may quote values: releases contain secrets. */
  readonly outcomes: readonly ConversionOutcome[];
}

/**
 * Converts a stored Helm release so that the targets serve every object in it. Meaning, comments and order stay, as with
 * files. Live objects need no change: a server returns them in every version that
 * it serves. Undefined if the object stores no release, a superseded one or an unreadable one.
 *
 * @param holder the Secret or ConfigMap.
 * @param text its text.
 * @param convert converts one manifest of the release.
 */
export function convertRelease(
  holder: Resource,
  text: string,
  convert: (text: string) => ConvertedText,
): ConvertedRelease | undefined {
  const stored = currentRelease(holder);
  if (stored === undefined) return undefined;
  const { release, node, inSecretData } = stored;
  const { manifest, hooks } = convertManifests(release, convert);
  const span = { start: node.start, end: node.end };
  const outcomes = [manifest, ...hooks].flatMap((converted) =>
    converted.outcomes.map((outcome) => ({
      ...outcome,
      resource: { ...outcome.resource, apiVersionSpan: span },
      notes: [],
    })),
  );
  const isChanged = manifest.text !== release.manifest || hooks.some((hook, at) => hook.text !== release.hooks[at]);
  if (!isChanged) return { edits: [], outcomes };
  const hookTexts = hooks.map((hook) => hook.text);
  const written = writeHelmRelease(release, manifest.text, hookTexts, inSecretData);
  // Base64 needs no quotes in YAML; JSON strings do.
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
