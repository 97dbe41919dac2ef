import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explainIoError } from '../workspace/disk/ioError.ts';
import { isCatalogueVersion, openCatalogue } from '../workspace/shipped/installedCatalogue.ts';
import { type ActionProblem, attempt, SourceProblem } from './problem.ts';

/** A catalogue in the data folder of the user. */
export interface InstalledCatalogue {
  readonly version: string;
  /** The release of Kubernetes that its newest facts come from; '' if the catalogue is unreadable. */
  readonly kubernetes: string;
  /** Absolute. */
  readonly folder: string;
  /** Why it is unusable; undefined if it is usable. */
  readonly problem: string | undefined;
}

/** The catalogues in a folder, by version. */
export function installedCatalogues(folder: string): readonly InstalledCatalogue[] {
  const names = namesIn(folder).filter(isCatalogueVersion);
  return names
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((version) => {
      const opened = openCatalogue(join(folder, version));
      return {
        version,
        kubernetes: opened.ok ? opened.manifest.kubernetes : '',
        folder: join(folder, version),
        problem: opened.ok ? undefined : opened.message,
      };
    });
}

/** Deletes a catalogue from a folder. */
export function removeInstalled(folder: string, version: string): Promise<{ readonly ok: true } | ActionProblem> {
  return attempt(() => {
    if (!installedCatalogues(folder).some((catalogue) => catalogue.version === version)) {
      throw new SourceProblem(`the catalogue ${version} is not installed`, 'kubecompat catalogue lists those that are');
    }
    try {
      rmSync(join(folder, version), { recursive: true });
    } catch (error) {
      const { message, remedy } = explainIoError(error);
      throw new SourceProblem(`${join(folder, version)} ${message.replace('read', 'removed')}`, remedy);
    }
    return { ok: true };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
