import { parseTargetFlags } from '../targets/flags.ts';
import { managedServer } from '../targets/managedServers.ts';
import { isTargetFlag, type Target, type TargetFlag } from '../targets/target.ts';
import { formatMinor, type Minor } from '../targets/version.ts';
import { reportsOfVersion } from '../targets/versionReport.ts';
import { flagsOfComponent } from './components.ts';
import { apiServerOf } from './describeClusters.ts';
import type { DescribedCluster, DescribedComponent, FieldSpan, WrittenFlag, WrittenText } from './description.ts';
import { isOpenVersion, writtenMinor } from './writtenVersion.ts';

/** A problem of a description that gives no target, with the remedy. */
export interface SourceProblem extends FieldSpan {
  readonly message: string;
  readonly remedy: string;
}

/** The target of a cluster, or why its description is insufficient. */
export type ClusterTarget =
  | {
      readonly ok: true;
      readonly target: Target;
      readonly server: DescribedComponent;
      readonly ignored: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** Flags that few manifests depend on: unknown values are left open. */
const mayStayOpen: ReadonlySet<string> = new Set<TargetFlag>([
  'enable-admission-plugins',
  'admission-control-config-file',
  'service-cluster-ip-range',
  'service-node-port-range',
]);

/** Placeholders that tools replace: `${VERSION}`, `$(GATES)`, `{{ .version }}`, `<version>`, `%V%`. */
const placeholder = /\$[({A-Za-z_]|\{\{|\}\}|<[A-Za-z_][^<>]*>|%[A-Za-z_]+%|^@.*@$|__[A-Za-z_]+__/;

/**
 * The API server of a described cluster as a target, with the provider's flags before its own. `ignored` lists the flags
 * that do not affect results.
 *
 * @param binary the version if the file has none; a contradiction is a problem.
 */
export function clusterTarget(described: DescribedCluster, binary?: Minor): ClusterTarget {
  const cluster = binary === undefined ? described : (described.atVersion?.(binary) ?? described);
  const server = apiServerOf(cluster);
  if (server === undefined) {
    const message = `the ${cluster.format} does not describe a kube-apiserver`;
    return refused([{ message, remedy: 'name a file that describes one', span: cluster.span, path: cluster.path }]);
  }
  const componentFlags = flagsOfComponent(server.component);
  const decides = ({ flag }: WrittenFlag) => isTargetFlag(flag) && componentFlags.has(flag);
  const isOpenOrKnown = ({ flag, value }: WrittenFlag) => !mayStayOpen.has(flag) || hasKnownValue(flag, value);
  const relevant = server.flags.filter((flag) => decides(flag) && isOpenOrKnown(flag) && !isMask(flag, cluster));
  const version = versionOf(server.version, server, binary);
  const refusals = (cluster.notes ?? []).filter(({ effect }) => effect === 'refused');
  const problems = [
    ...(cluster.unknownVersion === undefined ? [] : [newerFormat(cluster.unknownVersion)]),
    ...version.problems,
    ...refusals,
    ...relevant.flatMap(flagPlaceholders),
    ...(server.open ?? []).map(openWord),
  ];
  if (version.minor === undefined || problems.length > 0) return refused(problems);
  const managed =
    cluster.provider === undefined ? undefined : managedServer(cluster.provider, version.minor, cluster.alpha);
  const values: Partial<Record<TargetFlag, readonly string[]>> = { ...managed?.flags };
  for (const { flag, value } of relevant) {
    if (isTargetFlag(flag)) values[flag] = [...(values[flag] ?? []), value];
  }
  const parsed = parseTargetFlags(values, version.minor);
  const reports = (server.version && reportsOfVersion(server.version.text)) ?? managed?.reports;
  const ignored = [...new Set(server.flags.filter((flag) => !decides(flag)).map(({ flag }) => flag))];
  if (parsed.ok) {
    return {
      ok: true,
      target: {
        ...(server.admission === undefined ? {} : { admissionConfiguration: server.admission }),
        ...parsed.target,
        ...(managed === undefined ? {} : { managedBy: managed.title }),
        ...(reports === undefined ? {} : { reports }),
      },
      server,
      ignored,
    };
  }
  const { span, path } = server;
  return refused(
    parsed.problems.map(({ message, allowed }) => ({ message, remedy: `allowed: ${allowed}`, span, path })),
  );
}

/** Whether a value is only the size of a network, `/20`: some providers then choose the addresses. */
function isMask({ flag, value }: WrittenFlag, { provider }: DescribedCluster): boolean {
  return provider !== undefined && flag === 'service-cluster-ip-range' && value.startsWith('/');
}

/** Whether the value of a flag is known. A configuration file counts even if its path has a placeholder. */
function hasKnownValue(flag: string, value: string): boolean {
  return flag === 'admission-control-config-file' || !hasPlaceholder(value);
}

/** Whether a tool must still fill in a text. */
export function hasPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

interface ReadVersion {
  readonly minor: Minor | undefined;
  readonly problems: readonly SourceProblem[];
}

function versionOf(version: WrittenText | undefined, server: FieldSpan, givenMinor: Minor | undefined): ReadVersion {
  const written = writtenMinor(version);
  const unusable = (message: string, remedy: string): ReadVersion => {
    const { span, path } = version ?? server;
    return { minor: undefined, problems: [{ message, remedy, span, path }] };
  };
  if (written !== undefined && givenMinor !== undefined && written !== givenMinor) {
    const message = `the file names Kubernetes ${formatMinor(written)}, but the version is set to ${formatMinor(givenMinor)}`;
    return unusable(message, 'remove binaryVersion or --binary-version, or correct the file');
  }
  const minor = written ?? givenMinor;
  if (minor !== undefined) return { minor, problems: [] };
  const remedy = 'set the version with binaryVersion in .kubecompat.yaml, or with --binary-version on the command line';
  if (version === undefined || (version.text.trim() === '' && version.open === undefined))
    return unusable('the file does not name the version of kube-apiserver', remedy);
  if (version.open !== undefined) return unusable(version.open, remedy);
  if (version.number === true) {
    return unusable(
      `without quotes YAML reads ${version.text} as a number, not as a version`,
      `write "${version.text}"`,
    );
  }
  if (hasPlaceholder(version.text)) {
    return unusable(`the version is the placeholder "${version.text}"`, `fill it in first, or ${remedy}`);
  }
  if (isOpenVersion(version.text)) {
    return unusable(`"${version.text}" means the current version, so the target is not known`, remedy);
  }
  return unusable(`"${version.text}" is not a Kubernetes version`, remedy);
}

function flagPlaceholders({ flag, value, span, path }: WrittenFlag): readonly SourceProblem[] {
  if (!hasPlaceholder(value)) return [];
  const message = `--${flag} has the placeholder "${value}", so the target is not known`;
  return [{ message, remedy: 'fill it in first', span, path }];
}

function newerFormat({ text, span, path }: WrittenText): SourceProblem {
  const message = `${text} is newer than the versions of this format that Kubecompat reads`;
  return { message, remedy: 'update Kubecompat, or describe the target in .kubecompat.yaml', span, path };
}

function openWord({ text, span, path }: WrittenText): SourceProblem {
  const message = `"${text}" stands for flags from elsewhere, so the target is not known`;
  return { message, remedy: 'write the flags out, or describe the target in .kubecompat.yaml', span, path };
}

function refused(problems: readonly SourceProblem[]): ClusterTarget {
  return { ok: false, problems };
}
