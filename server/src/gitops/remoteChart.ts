import table from '../../data/authored/deliveries.json' with { type: 'json' };
import type { InstalledChart, NamedSource } from './delivery.ts';

/** A chart outside the repository of its installer. */
export interface RemoteChart {
  /** The index of the document that installs it. */
  readonly document: number;
  /** Which one it is: `podinfo 6.5.0 of https://example.com/charts`. */
  readonly label: string;
  /** The same with the command that renders it: a phrase. */
  readonly detail: string;
  /** Its name, or its folder in a repository; undefined if the source is the chart itself. */
  readonly chart: string | undefined;
  /** The arguments of `helm template`, unquoted; undefined if Helm cannot fetch it, or something is open. */
  readonly fetching: readonly string[] | undefined;
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
  const options = [
    ...(version === undefined || isFolder ? [] : [`--version=${version}`]),
    ...(certain(namespace) === undefined ? [] : [`--namespace=${namespace}`]),
  ];
  const named = isFolder ? [safe(chart ?? 'FOLDER')] : (fetchable(chart, url) ?? placeFor(chart));
  const command = ['helm', 'template', safe(certain(release) ?? 'NAME'), ...named, ...options];
  const fetched = isFolder ? undefined : fetchable(chart, url);
  const numbered = version === undefined || isFolder ? '' : ` ${version}`;
  const label = chart === undefined ? `${where}${numbered}` : `${chart}${numbered} of ${where}`;
  const fetching = fetched && [safe(certain(release) ?? 'release-name'), ...fetched, ...options];
  return { document, label, detail: `${label}: ${command.map(quoted).join(' ')}`, chart, fetching };
}

/** A chart by the address of its repository, or by its own in a registry; undefined if something is open. */
function fetchable(chart: string | undefined, url: string | undefined): readonly string[] | undefined {
  const name = certain(chart);
  if (url === undefined || certain(url) === undefined || (chart !== undefined && name === undefined)) return undefined;
  // Argo CD has addresses of registries without a scheme.
  const isRegistry = url.startsWith(registry) || !url.includes('://');
  if (!isRegistry) return name === undefined ? undefined : [safe(name), `--repo=${url}`];
  const address = `${url.startsWith(registry) ? '' : registry}${url.replace(/\/$/, '')}`;
  return [safe(name === undefined ? address : `${address}/${name}`)];
}

function placeFor(chart: string | undefined): readonly string[] {
  const name = certain(chart);
  return name === undefined ? ['CHART'] : [safe(name), '--repo=URL'];
}

const { registry } = table.release;

/** Undefined for placeholders. */
function certain(text: string | undefined): string | undefined {
  return text === undefined || /\$\{|\{\{|\*/.test(text) ? undefined : text;
}

/** An argument that cannot be an option: a repository must not change what the command does. */
function safe(text: string): string {
  return text.startsWith('-') ? `./${text}` : text;
}

/** Quoted for a shell, the value of an option alone. */
function quoted(text: string): string {
  const [, option = '', word = ''] = /^(--[a-z]+=)?([\s\S]*)$/.exec(text) ?? [];
  return /^[\w@%+=:,./~-]+$/.test(word) ? text : `${option}'${word.replaceAll("'", `'\\''`)}'`;
}
