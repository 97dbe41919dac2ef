import { type ConversionRequest, convertText } from './convertText.ts';
import { type HelmRelease, writeHelmRelease } from './formats/helmRelease.ts';
import type { FileInputs } from './judge/fileInputs.ts';
import type { GroupVersion, GroupVersionKind } from './target/groupVersion.ts';

/** What becomes of one object of a release. Nothing of its content is told: releases hold secrets. */
export interface ReleaseOutcome {
  readonly from: GroupVersionKind;
  readonly to: GroupVersion | undefined;
  readonly name: string | undefined;
  readonly done: boolean;
  readonly failed: boolean;
}

/** A release after conversions. */
export interface ConvertedRelease {
  readonly changed: boolean;
  readonly manifest: string;
  readonly hooks: readonly string[];
  readonly outcomes: readonly ReleaseOutcome[];
  /**
   * What the field `release` is to hold.
   *
   * @param gzip packs bytes; whoever has Node gives it.
   */
  write(inSecretData: boolean, gzip: (bytes: Uint8Array) => Uint8Array): string;
}

/**
 * Rewrites what Helm keeps of a release, so that every object has a version that the targets serve and means what it
 * meant: as `convert` does with files, with comments, order and everything else as it was. The objects themselves are
 * left alone, which a server shows in every version that it serves.
 *
 * @param inputs of the object that keeps the release: its targets count.
 */
export function convertRelease(release: HelmRelease, inputs: FileInputs, request: ConversionRequest): ConvertedRelease {
  const converted = [release.manifest, ...release.hooks].map((text, at) =>
    convertText(text, { ...inputs, file: at === 0 ? 'manifest.yaml' : `hook-${at}.yaml` }, request),
  );
  const [manifest = release.manifest, ...hooks] = converted.map(({ text }) => text);
  const changed = manifest !== release.manifest || hooks.some((hook, at) => hook !== release.hooks[at]);
  const outcomes = converted.flatMap((one) =>
    one.outcomes.map(({ from, to, done, failed, resource: { name } }) => ({ from, to, name, done, failed })),
  );
  const write: ConvertedRelease['write'] = (inSecretData, gzip) =>
    writeHelmRelease(release, manifest, hooks, inSecretData, gzip);
  return { changed, manifest, hooks, outcomes, write };
}
