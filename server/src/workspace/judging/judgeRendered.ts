import { dirname } from 'node:path';
import { oldObjectsOf } from '../../update/oldObjects.ts';
import { chartAround } from '../charts/charts.ts';
import type { HelmSettings } from '../charts/helm.ts';
import { withoutOff } from '../charts/offCharts.ts';
import { isRenderable, RenderedCharts, renderCharts } from '../charts/renderCharts.ts';
import { withDefinitionsFrom } from '../definitions/definitionFiles.ts';
import { definitionsOfFiles } from '../definitions/definitionsOfFile.ts';
import type { Surroundings } from '../definitions/surroundings.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import type { FileSettings, TargetSelection } from '../settings/targetSelection.ts';
import type { JudgeSettings } from './judgeBlocks.ts';
import { type FileOutcome, judgeFile } from './judgeFile.ts';
import type { FileToJudge } from './judgeFiles.ts';

/** What a run says about charts. */
export interface RenderRequest extends JudgeSettings {
  /** Undefined where nothing is to be rendered. */
  readonly helm?: HelmSettings;
  /** Has the files of values that configuration names. */
  readonly selection: TargetSelection;
}

/** The files of values that a chart gets besides its own, absolute. */
export function valuesFor(path: string, { helm, selection }: Pick<RenderRequest, 'helm' | 'selection'>) {
  return helm?.values ?? selection.helmValues(path) ?? [];
}

/** What became of files when the charts among them were rendered. */
export interface RenderedOutcomes {
  readonly outcomes: readonly FileOutcome[];
  readonly charts: RenderedCharts;
}

/**
 * Renders the charts among the files, and judges their templates again by what they were rendered to.
 *
 * @param around has the definitions that are in none of the files.
 */
export async function judgeRendered(
  files: readonly FileToJudge[],
  outcomes: readonly FileOutcome[],
  { keepSource, today, old, helm, selection, off = [] }: RenderRequest,
  around: Surroundings,
): Promise<RenderedOutcomes> {
  const charts = helm === undefined ? [] : files.filter(({ path }) => isRenderable(path));
  if (helm === undefined || charts.length === 0) return { outcomes, charts: new RenderedCharts(new Map()) };
  const toRender = charts.map(({ path, settings }) => ({
    folder: dirname(path),
    surfaces: settings.surfaces,
    values: valuesFor(path, { helm, selection }),
  }));
  const rendered = await renderCharts(toRender, helm.program);
  const oldObjects = old === undefined ? undefined : oldObjectsOf(old);
  const here = files.filter((_, index) => (outcomes[index]?.customKinds.defined.length ?? 0) > 0);
  const definitionsOf = (groups: ReadonlySet<string>) => [...here, ...around.defining(groups)];
  const kustomizations = new Kustomizations();
  const judged = outcomes.map((outcome, index) => {
    const one = files[index];
    const renderings = one && rendered.of(one.path, one.settings.surfaces);
    if (one === undefined || renderings === undefined) return outcome;
    const content = readText(one.path);
    const context = withoutOff(kustomizations.contextOf(one.path), one.path, off);
    const options = { oldObjects, today, context, chart: chartAround(one.path), rendered: renderings };
    const judge = (settings: FileSettings) => judgeFile(one.file, content, settings, keepSource, options);
    const first = judge(one.settings);
    const wanted = new Set(first.customKinds.undefined);
    if (wanted.size === 0) return first;
    return judge(withDefinitionsFrom(() => definitionsOfFiles(definitionsOf(wanted)))(one.settings));
  });
  return { outcomes: judged, charts: rendered };
}
