import type { ApiSurface } from '../../catalog/surface.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { statOf } from '../disk/trackedFs.ts';
import { programOnPath, runTool, type ToolResult } from '../programs/externalTool.ts';
import { RenderCache } from './renderCache.ts';

/** How charts are rendered. */
export interface HelmSettings {
  /** The file of the helm binary. */
  readonly program: string;
  /** Files of values, absolute, as `--values` takes them; undefined where configuration is to say them. */
  readonly values: readonly string[] | undefined;
}

/** Whether charts are rendered in a run. */
export interface HelmUse {
  /** Undefined where they are judged as they stand. */
  readonly helm?: HelmSettings;
  /** Why they are. */
  readonly notRendered?: string;
}

/** What was rendered in this process. */
const rendered = new RenderCache();

/** The helm binary on the PATH. */
export function helmOnPath(): string | undefined {
  return programOnPath('helm');
}

/**
 * Renders a chart as it would be for a target: `helm template` with the version that Helm finds in the server and what
 * the server serves. What was rendered before from the same content is not rendered again. Helm is given no cluster, no plugins and no repositories, and does not use the network.
 *
 * @param chart its folder, absolute.
 * @param program the file of the helm binary.
 * @param values files of values, absolute, as `--values` takes them.
 * @param set values beside these, as arguments of Helm.
 */
export function renderChart(
  chart: string,
  surface: ApiSurface,
  program: string,
  values: readonly string[],
  set: readonly string[] = [],
): Promise<ToolResult> {
  const versions = new Set<string>();
  for (const resource of surface.resources) {
    const version = formatGroupVersion(resource);
    versions.add(version);
    versions.add(`${version}/${resource.kind}`);
  }
  const args = [
    'template',
    'release-name',
    chart,
    `--kube-version=${formatMinor(surface.versions.binary)}`,
    ...[...versions].map((version) => `--api-versions=${version}`),
    ...values.map((file) => `--values=${asListEntry(file)}`),
    ...set,
  ];
  const env = { HELM_PLUGINS: '', HELM_NO_PLUGINS: '1', KUBECONFIG: '' };
  const binary = statOf(program);
  const invocation = [program, String(binary?.size), String(binary?.mtimeMs), ...args];
  return rendered.result(chart, values, invocation, () => runTool({ program, args, cwd: chart, env }));
}

/** The flag takes a line of CSV. */
function asListEntry(file: string): string {
  return /[",\n]/.test(file) ? `"${file.replaceAll('"', '""')}"` : file;
}
