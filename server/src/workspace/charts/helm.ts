import type { ApiSurface } from '../../catalog/surface.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { ownCommand, type TemplateCommand } from '../../targets/templateCommand.ts';
import { formatMinor } from '../../targets/version.ts';
import { statOf } from '../disk/trackedFs.ts';
import { programOnPath, runTool, type ToolResult } from '../programs/externalTool.ts';
import { RenderCache } from './renderCache.ts';

/** How charts are rendered. */
export interface HelmSettings {
  /** The file of the helm binary. */
  readonly program: string;
  /** Absolute paths of values files, like `--values`; undefined if the configuration names them. */
  readonly values: readonly string[] | undefined;
}

/** Whether charts are rendered in a run. */
export interface HelmUse {
  /** Undefined if they are judged unrendered. */
  readonly helm?: HelmSettings;
  /** Why they are. */
  readonly notRendered?: string;
}

/** The values and the release of one rendering. */
export interface HelmRun {
  /** Absolute paths of values files, like `--values`. */
  readonly files: readonly string[];
  /** Additional values, as arguments of Helm. */
  readonly set: readonly string[];
  /** Undefined for Helm's own names. */
  readonly release?: string | undefined;
  readonly namespace?: string | undefined;
  /** How the tool that installs it runs `helm template`; undefined if Helm itself asks the cluster. */
  readonly command?: TemplateCommand | undefined;
}

/** Charts rendered in this process. */
const rendered = new RenderCache();

/** The helm binary on the PATH. */
export function helmOnPath(): string | undefined {
  return programOnPath('helm');
}

/**
 * Renders a chart for a target: `helm template` with the version and API versions that Helm would find at the server.
 * Results for unchanged content are cached. Helm gets no cluster, plugins or repositories, and does not use the
 * network.
 *
 * @param chart its absolute folder.
 * @param program the file of the helm binary.
 * @param run its values, and the release that it is rendered as.
 */
export function renderChart(
  chart: string,
  surface: ApiSurface,
  program: string,
  { files: values, set, release, namespace, command }: HelmRun,
): Promise<ToolResult> {
  const args = [
    'template',
    release ?? 'release-name',
    chart,
    ...helmTargetArguments(surface, command),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
    ...values.map((file) => `--values=${asListEntry(file)}`),
    ...set,
  ];
  const env = { HELM_PLUGINS: '', HELM_NO_PLUGINS: '1', KUBECONFIG: '' };
  const binary = statOf(program);
  const invocation = [program, String(binary?.size), String(binary?.mtimeMs), ...args];
  return rendered.result(chart, values, invocation, () => runTool({ program, args, cwd: chart, env }));
}

/** The arguments of Helm for the version and API versions of a target, as a tool passes them. */
export function helmTargetArguments(
  surface: ApiSurface,
  { kubeVersion, apiVersions, knowsCluster }: TemplateCommand = ownCommand,
): readonly string[] {
  const version = kubeVersion ?? (knowsCluster ? formatMinor(surface.versions.binary) : undefined);
  const names = apiVersions ?? (knowsCluster ? servedVersions(surface) : []);
  return [
    ...(version === undefined ? [] : [`--kube-version=${version}`]),
    ...names.map((name) => `--api-versions=${asListEntry(name)}`),
  ];
}

function servedVersions(surface: ApiSurface): readonly string[] {
  const versions = new Set<string>();
  for (const resource of surface.resources) {
    const version = formatGroupVersion(resource);
    versions.add(version);
    versions.add(`${version}/${resource.kind}`);
  }
  return [...versions];
}

/** The flag takes a line of CSV. */
function asListEntry(file: string): string {
  return /[",\n]/.test(file) ? `"${file.replaceAll('"', '""')}"` : file;
}
