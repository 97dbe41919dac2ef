import table from '../../data/authored/deliveries.json' with { type: 'json' };
import type { InstalledChart, NamedSource } from './delivery.ts';

/** A chart outside the repository of its installer. */
export interface RemoteChart {
  /** The index of the document that installs it. */
  readonly document: number;
  /** Which one it is, and the command that renders it: a phrase. */
  readonly detail: string;
}

/**
 * The address of a chart outside its installer's repository.
 *
 * @param sources the chart sources in the files of the repository.
 */
export function remoteChart(installed: InstalledChart, sources: readonly NamedSource[]): RemoteChart {
  const { document, release, namespace, chart, from } = installed;
  const source =
    'url' in from
      ? undefined
      : sources.find((namedSource) => namedSource.kind === from.kind && namedSource.name === from.name);
  const url = 'url' in from ? from.url : source?.url;
  const version = certain(installed.version) ?? certain(source?.version);
  const where = url ?? ('url' in from ? '' : `${from.kind} ${from.name}`);
  const isFolder = installed.delivery !== undefined;
  const command = [
    'helm template',
    argument(certain(release) ?? 'NAME'),
    ...(isFolder ? [argument(chart ?? 'FOLDER')] : chartArguments(chart, url)),
    ...(version === undefined || isFolder ? [] : [`--version=${argument(version)}`]),
    ...(certain(namespace) === undefined ? [] : [`--namespace=${argument(namespace ?? '')}`]),
  ];
  const numbered = version === undefined || isFolder ? '' : ` ${version}`;
  const label = chart === undefined ? `${where}${numbered}` : `${chart}${numbered} of ${where}`;
  return { document, detail: `${label}: ${command.join(' ')}` };
}

/** A chart by the address of its repository, or by its own in a registry. */
function chartArguments(chart: string | undefined, url: string | undefined): readonly string[] {
  const name = certain(chart);
  if (url === undefined || certain(url) === undefined)
    return name === undefined ? ['CHART'] : [argument(name), '--repo=URL'];
  // Argo CD has addresses of registries without a scheme.
  const isRegistry = url.startsWith(registry) || !url.includes('://');
  if (!isRegistry) return [argument(name ?? 'CHART'), `--repo=${argument(url)}`];
  const address = `${url.startsWith(registry) ? '' : registry}${url.replace(/\/$/, '')}`;
  return [argument(name === undefined ? address : `${address}/${name}`)];
}

const { registry } = table.release;

/** Undefined for placeholders. */
function certain(text: string | undefined): string | undefined {
  return text === undefined || /\$\{|\{\{|\*/.test(text) ? undefined : text;
}

/** A shell-quoted argument that cannot be an option: a repository must not change what the command does. */
function argument(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
