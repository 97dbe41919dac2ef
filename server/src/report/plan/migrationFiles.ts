import { definitionAdvice, migrationAdvice } from './migrationAdvice.ts';
import type { PlanReport } from './planReport.ts';

/** A file of manifests that migrate what is stored. */
export interface MigrationFile {
  /** `after-step-5.yaml`, or `custom-resources.yaml` for what the last server is to migrate of custom resources. */
  readonly name: string;
  readonly text: string;
}

/** The manifests of a plan's storage migrations, one file for each step after which they can be applied. */
export function migrationFiles({ plan, definitions }: PlanReport): readonly MigrationFile[] {
  const files = new Map<string, string[]>();
  const add = (name: string, manifest: string | undefined): void => {
    if (manifest !== undefined) files.set(name, [...(files.get(name) ?? []), manifest]);
  };
  for (const migration of plan.migrations) {
    add(`after-step-${migration.step + 1}.yaml`, migrationAdvice(migration).manifest);
  }
  for (const definition of definitions) add('custom-resources.yaml', definitionAdvice(definition).manifest);
  return [...files].map(([name, manifests]) => ({ name, text: manifests.join('---\n') }));
}
