import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { analyze } from '../../server/src/analyze.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { noPolicy } from '../../server/src/config/severity.ts';
import { formats } from '../../server/src/report/formats.ts';
import { ReportBuilder } from '../../server/src/report/reportBuilder.ts';
import { plain } from '../../server/src/report/style.ts';
import type { WorkspaceReport } from '../../server/src/report/workspaceReport.ts';
import { filesBelow } from '../harness/files.ts';
import { inputs } from '../harness/inputs.ts';
import { surfaceOf } from '../harness/surfaces.ts';

/** A file of a report, by its name there. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The report on some texts at two targets.
 *
 * @param surfaceFor makes the surface of each.
 */
export function reportOn(
  texts: readonly NamedText[],
  targets: readonly string[] = ['1.21', '1.37'],
  surfaceFor: (target: string) => ApiSurface = surfaceOf,
): WorkspaceReport {
  const surfaces = targets.map(surfaceFor);
  const builder = new ReportBuilder();
  for (const { name, text } of texts) {
    const analysis = analyze(text, inputs(name, surfaces, { today: '2026-01-01' }));
    builder.add({ file: name, analysis, surfaces, severity: noPolicy });
  }
  const tool = { name: 'kubecompat', version: '0.1.0', catalogue: '1' } as const;
  return builder.build(
    tool,
    surfaces.map((surface) => ({ surface, source: 'test' })),
  );
}

/** The fixtures of all checks: whatever can be found is in them. */
export function fixtureTexts(): readonly NamedText[] {
  return filesBelow('server/src', /^(?:checks|embedded|kustomize)\/.*fixtures\/.*\.ya?ml$/).map((file, index) => ({
    name: `${index} & ${basename(file)}`,
    text: readFileSync(file, 'utf8'),
  }));
}

/** A report as a format writes it into a file. */
export function written(report: WorkspaceReport, name: string): string {
  const format = formats.find((reportFormat) => reportFormat.name === name);
  if (format === undefined) throw new Error(`there is no format ${name}`);
  return [...format.render(report, { style: plain, width: undefined, sourceOf: () => undefined })].join('');
}
