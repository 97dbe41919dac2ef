/**
 * How a tool runs `helm template` for a chart, without asking a cluster through Helm: Helm then believes its flags, and
 * takes any API version that it was compiled with as served.
 */
export interface TemplateCommand {
  /** Who runs it, for people: `Argo CD`. */
  readonly tool: string;
  /** `--kube-version`; undefined if the object that installs the chart has none. */
  readonly kubeVersion?: string | undefined;
  /** `--api-versions`; undefined if that object has none. */
  readonly apiVersions?: readonly string[] | undefined;
  /** Whether the tool passes what it knows of the cluster instead of an absent flag. */
  readonly knowsCluster: boolean;
}

/** Who installs a chart at a target. */
export interface ChartInstaller {
  /** The target's name; undefined for any. */
  readonly target: string | undefined;
  /** Undefined if Helm itself installs it and asks the cluster, as Flux does. */
  readonly command: TemplateCommand | undefined;
}

/** How we run `helm template`. */
export const ownCommand: TemplateCommand = { tool: 'helm template', knowsCluster: true };

/** The commands that install a chart at a target: undefined for Helm itself, which is assumed if nothing is known. */
export function commandsAt(
  installers: readonly ChartInstaller[] | undefined,
  target: string,
): readonly [TemplateCommand | undefined, ...(TemplateCommand | undefined)[]] {
  const here = (installers ?? []).filter((installer) => installer.target === undefined || installer.target === target);
  const [first, ...others] = here.map(({ command }) => command);
  return [first, ...others];
}
