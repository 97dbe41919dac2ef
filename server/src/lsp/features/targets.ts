import { join } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import { formatMinor, minor } from '../../target/version.ts';
import type { TargetSummary, TargetsInForce } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { filePathOf } from '../uris.ts';

/** Answers `kubecompat/targets`: what a document is judged against, and what could be chosen instead. */
export function targetsInForce(files: TargetsOfFiles, uri: string | undefined): TargetsInForce {
  const path = (uri === undefined ? undefined : filePathOf(uri)) ?? join(files.folder, 'untitled.yaml');
  const { surfaces, decidedBy, configFile, problems } = files.ofPath(path);
  const sources = new Map(files.reported().map(({ surface, source }) => [surface, source]));
  return {
    targets: surfaces.map((surface) => summary(surface, sources.get(surface) ?? '')),
    decidedBy,
    ...(configFile === undefined ? {} : { configFile }),
    problems,
    configured: files.configuredNames(path),
    minors: minorsOf(files),
  };
}

function summary({ name, versions }: ApiSurface, source: string): TargetSummary {
  const { binary, emulation, minCompatibility } = versions;
  const parts = [`kube-apiserver ${formatMinor(binary)}`];
  if (emulation !== binary) parts.push(`emulating ${formatMinor(emulation)}`);
  parts.push(`compatible with ${formatMinor(minCompatibility)}`);
  return { name, description: parts.join(', '), source };
}

function minorsOf({ catalog }: TargetsOfFiles): string[] {
  const minors: string[] = [];
  for (let at: number = catalog.newest; at >= catalog.oldest; at--) minors.push(formatMinor(minor(at)));
  return minors;
}
