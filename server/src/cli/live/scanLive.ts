import type { ApiSurface } from '../../catalog/surface.ts';
import type { ScanResult } from '../../cluster/scanStored.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { resourcesToScan } from '../../live/stored.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { type ParsedArguments, valuesOf } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { accessOf, namespaceOf } from './access.ts';

/** A live cluster to scan. */
export interface LiveScan {
  /** The cluster as a target. */
  readonly surface: ApiSurface;
  /** The target that judges its objects. */
  readonly judge: ApiSurface;
  readonly context: string;
  /** That of the configuration. */
  readonly folder: string;
}

/** Scans the objects of a live cluster, by their metadata; undefined, after reporting, if it cannot be reached. */
export async function scanLive(
  { surface, judge, context, folder }: LiveScan,
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<readonly ScanResult[] | undefined> {
  const file = surface.target.crds?.live?.file;
  const definitions = file === undefined ? undefined : readText(file);
  const known = definitions?.ok === true ? definitionsIn(definitions.text, context) : [];
  const { scanCluster } = await import('../../cluster/cluster.ts');
  const scanned = await scanCluster({
    ...accessOf(parsed, terminal, folder),
    context,
    surface: judge,
    resources: resourcesToScan(surface, known, judge),
    namespace: namespaceOf(parsed),
    annotations: valuesOf(parsed, 'annotation'),
    onResource: ({ resource }) => terminal.status?.(`scanning ${resource} ...`),
  });
  terminal.status?.('');
  if (scanned.ok) return scanned.results;
  terminal.problem(`${surface.name}: ${scanned.message}`, scanned.remedy);
  return undefined;
}
