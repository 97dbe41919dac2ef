import { grouped } from '../../text/grouped.ts';
import { definitionAdvice, migrationAdvice } from './migrationAdvice.ts';
import type { PlanReport } from './planReport.ts';

/** A file of migration manifests. */
export interface MigrationFile {
  /** `after-step-5.yaml`, or `custom-resources.yaml` for the last server's migrations of custom resources. */
  readonly name: string;
  readonly text: string;
}

/** The manifests of a plan's storage migrations: a file for each step after which to apply them. */
export function migrationFiles({ plan, definitions }: PlanReport): readonly MigrationFile[] {
  const ofSteps = plan.migrations.map(
    (migration) => [`after-step-${migration.step + 1}.yaml`, migrationAdvice(migration).manifest] as const,
  );
  const ofDefinitions = definitions.map(
    (definition) => ['custom-resources.yaml', definitionAdvice(definition).manifest] as const,
  );
  const manifests = [...ofSteps, ...ofDefinitions].flatMap(([name, manifest]): [string, string][] =>
    manifest === undefined ? [] : [[name, manifest]],
  );
  return [...grouped(manifests)].map(([name, manifests]) => ({ name, text: manifests.join('---\n') }));
}
