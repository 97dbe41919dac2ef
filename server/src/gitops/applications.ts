import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import type { TemplateCommand } from '../targets/templateCommand.ts';
import { parseMinor } from '../targets/version.ts';
import { valuesOfSource } from './chartValues.ts';
import type { DeliveredFolder, Delivery, Destination, RepositoryFiles } from './delivery.ts';
import { generated } from './generators.ts';
import { eachCluster, type Parameters, substituteParameters, unknownPart } from './parameters.ts';
import { textsAt } from './textsAt.ts';

/** The delivery of an Argo CD Application; none without a source, as in patches. */
export function applicationOf(root: MapNode): readonly Delivery[] {
  const metadata = mapFor(root, 'metadata');
  const spec = mapFor(root, 'spec');
  const name = (metadata && stringFor(metadata, 'name')) ?? '';
  return spec === undefined ? [] : deliveryOf(spec, table.argo.application, name, name, new Map());
}

/** The deliveries of an ApplicationSet: an object for each set of parameters. */
export function applicationsOf(
  root: MapNode,
  repository: RepositoryFiles,
): { readonly deliveries: readonly Delivery[]; readonly isOpen: boolean } {
  const [template] = mapsAt(root, 'spec.template.spec');
  const metadata = mapFor(root, 'metadata');
  const name = (metadata && stringFor(metadata, 'name')) ?? '';
  if (template === undefined) return { deliveries: [], isOpen: false };
  const { all, isOpen, repositories } = generated(
    mapsAt(root, 'spec.generators[]').map(({ node }) => node),
    repository,
  );
  const isPatched = nodesAt(root, 'spec.templatePatch').length > 0;
  const deliveries = all.flatMap((parameters) =>
    deliveryOf(
      template.node,
      table.argo.applicationSet,
      name,
      textIn(mapsAt(root, 'spec.template.metadata')[0]?.node, 'name', parameters),
      parameters,
    ).map((delivery) => ({ ...delivery, generatedFrom: repositories })),
  );
  return { deliveries, isOpen: isOpen || isPatched };
}

/** @param application the name of the Application; undefined if open. */
function deliveryOf(
  spec: MapNode,
  kind: string,
  name: string,
  application: string | undefined,
  parameters: Parameters,
): readonly Delivery[] {
  const sources = [...mapsAt(spec, 'source'), ...mapsAt(spec, 'sources[]')].map(({ node }) => node);
  if (sources.length === 0) return [];
  const namespace = textIn(mapFor(spec, 'destination'), 'namespace', parameters);
  const folders = sources.flatMap((source) => folderIn(source, parameters, { name: application, namespace, sources }));
  const destination = destinationIn(mapFor(spec, 'destination'), parameters);
  const { field, value, manager } = table.serverSideApply.argo;
  const serverSideApply = textsAt(spec, field).includes(value) ? manager : undefined;
  return [{ tool: 'Argo CD', kind, name, folders, destination, serverSideApply, begins: false }];
}

/** What the sources of an Application share. */
interface ApplicationOfSource {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly sources: readonly MapNode[];
}

/**
 * A values file of a source, from the root of the repository if another source of the same repository lends it:
 * `$values/prod.yaml`.
 *
 * Source: `util/argo/argo.go` (GetRefSources) of github.com/argoproj/argo-cd.
 */
function fromRoot(file: string, source: MapNode, sources: readonly MapNode[]): string {
  const [, name, path] = /^\$([\w-]+)\/(.*)$/.exec(file) ?? [];
  const lender = sources.find((candidate) => name !== undefined && stringFor(candidate, 'ref') === name);
  const isSame = lender !== undefined && stringFor(lender, 'repoURL') === stringFor(source, 'repoURL');
  return isSame && path !== undefined ? `/${path}` : file;
}

/** A source with a chart takes it from a repository of charts, and one without a path lends its files of values. */
function folderIn(
  source: MapNode,
  parameters: Parameters,
  { name, namespace, sources }: ApplicationOfSource,
): readonly DeliveredFolder[] {
  const path = stringFor(source, 'path');
  if (path === undefined || stringFor(source, 'chart') !== undefined) return [];
  const recurses = nodesAt(source, 'directory.recurse').some(
    ({ node }) => node.kind === 'scalar' && node.value === true,
  );
  const components = nodesAt(source, 'kustomize.components[]').flatMap(({ node }) =>
    node.kind === 'scalar' ? String(node.value) : [],
  );
  const url = substituteParameters(stringFor(source, 'repoURL') ?? '', parameters);
  const written = valuesOfSource(source);
  const filled = (texts: readonly string[]) => texts.map((text) => substituteParameters(text, parameters));
  const isKnown = (setting: string) =>
    !isTemplate(setting) || !substituteParameters(setting, parameters).includes(unknownPart);
  const known = written.set.filter(isKnown);
  const open = [
    ...(written.open ?? []),
    ...(known.length < written.set.length ? ['parameters of its generators'] : []),
  ];
  const release = textIn(mapFor(source, 'helm'), 'releaseName', parameters) ?? name;
  const files = written.files.map((file) => fromRoot(file, source, sources));
  const command = written.command && filledCommand(written.command, parameters);
  const values = {
    ...written,
    ...(command === undefined ? {} : { command }),
    files: filled(files),
    set: filled(known),
    open,
    release,
    namespace,
  };
  return [{ path: substituteParameters(path, parameters), components, recurses, from: { url }, values }];
}

/** A version that parameters leave open is unknown. */
function filledCommand(command: TemplateCommand, parameters: Parameters): TemplateCommand {
  const fill = (text: string) => substituteParameters(text, parameters);
  const kubeVersion = command.kubeVersion === undefined ? undefined : fill(command.kubeVersion);
  const isOpen = kubeVersion !== undefined && parseMinor(kubeVersion) === undefined;
  const apiVersions = command.apiVersions?.map(fill);
  return { ...command, kubeVersion: isOpen ? undefined : kubeVersion, apiVersions, knowsCluster: !isOpen };
}

function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** A text of a template; undefined if it is missing, or open in part. */
function textIn(map: MapNode | undefined, key: string, parameters: Parameters): string | undefined {
  const text = substituteParameters((map && stringFor(map, key)) ?? '', parameters);
  return text === '' || text.includes(unknownPart) || /[{}$<]/.test(text) ? undefined : text;
}

function destinationIn(destination: MapNode | undefined, parameters: Parameters): Destination {
  const text = (key: string) => substituteParameters((destination && stringFor(destination, key)) ?? '', parameters);
  const [name, server] = [text('name'), text('server')];
  const { ownName, ownServer } = table.argo;
  if (name === ownName || server.replace(/\/$/, '') === ownServer) return { kind: 'here' };
  if (name === eachCluster || server === eachCluster) return { kind: 'cluster', name: eachCluster };
  if (name === '' && server === '') return { kind: 'open' };
  if (`${name}${server}`.includes(unknownPart) || /\{\{|\$\{|<|\{cluster/.test(`${name}${server}`))
    return { kind: 'open' };
  return name === '' ? { kind: 'server', url: server } : { kind: 'cluster', name };
}
