import type { Span } from '../../text/span.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag, WrittenText } from '../description.ts';
import { flagOfApi, flagOfText } from '../flags.ts';
import { plainText, type SourceText } from '../scalarText.ts';
import { channelIn, versionIn } from '../writtenVersion.ts';
import { type SourceFile, type TextValue, type Value, valueAtPath } from './value.ts';

/** A type of resource that declares a cluster: an entry of `data/authored/cluster-resources.json`. */
export interface ClusterResource {
  readonly types: readonly string[];
  /** The possible fields of the version; the first present one counts. */
  readonly version: readonly string[];
  readonly versionAs?: string | undefined;
  readonly name: readonly string[];
  readonly channel?: readonly string[] | undefined;
  /** A list of APIs to serve. */
  readonly apis?: string | undefined;
  /** The possible fields of the network of Services; the first one with text counts. */
  readonly networks?: readonly string[] | undefined;
  /** For a module: its submodules with this word in their names are clusters as well. */
  readonly submodules?: string | undefined;
  readonly provider?: string | undefined;
  /** The field that enables all alpha features if true. */
  readonly alpha?: string | undefined;
}

/** A declared resource. */
export interface DeclaredResource {
  readonly resource: ClusterResource;
  /** The format, for messages: `Terraform aws_eks_cluster`. */
  readonly format: string;
  readonly properties: Value;
  /** The label of a resource without a name. */
  readonly label: string;
  /** The described file. */
  readonly file: SourceFile;
  /** The span of the declaration in it. */
  readonly head: Span;
  /** 0-based document of the file. */
  readonly document?: number;
}

/** The cluster that a resource declares. */
export function declaredCluster(declared: DeclaredResource): DescribedCluster {
  const { resource, format, properties, label, head: span, document = 0 } = declared;
  const names = resource.name.map((path) => valueAtPath(properties, path));
  const name = names.find((value) => value?.kind === 'text');
  const server: DescribedComponent = {
    component: 'kube-apiserver',
    version: versionOf(declared),
    flags: [...networksOf(declared), ...apisOf(declared)],
    span,
    path: '',
  };
  const { provider } = resource;
  const alpha = resource.alpha === undefined ? undefined : valueAtPath(properties, resource.alpha);
  return {
    format,
    document,
    name: name?.kind === 'text' && name.text !== '' ? name.text : label,
    ...(provider === undefined ? {} : { provider }),
    ...(alpha?.kind === 'text' && alpha.text === 'true' ? { alpha: true } : {}),
    components: [server],
    span,
    path: '',
  };
}

function versionOf(declared: DeclaredResource): WrittenText | undefined {
  const { resource, properties, head, file } = declared;
  const versions = resource.version.flatMap((path) => valueAtPath(properties, path) ?? []);
  const written = versions.find((candidate) => candidate.kind === 'text' && candidate.text !== '') ?? versions[0];
  if (written?.kind === 'text' && written.text !== '') return writtenText(written, declared);
  if (written?.kind === 'open') return { text: '', span: head, path: '', open: written.reason };
  const channels = (resource.channel ?? []).flatMap((path) => valueAtPath(properties, path) ?? []);
  const channel = channels.find((candidate) => candidate.kind === 'text');
  const decides = channel === undefined ? undefined : channelIn(sourceOf(channel, file, head));
  if (decides !== undefined) return decides;
  if (properties.kind === 'open') return { text: '', span: head, path: '', open: properties.reason };
  return {
    text: '',
    span: head,
    path: '',
    open: 'no version is set, so the provider chooses it',
  };
}

function writtenText(value: TextValue, { resource, file, head }: DeclaredResource): WrittenText | undefined {
  const source = sourceOf(value, file, head);
  if (value.type === 'number' && String(Number(value.text)) !== value.text) {
    const reason = `without quotes ${value.text} is the number ${Number(value.text)}, not a version`;
    return { text: value.text, span: source.span, path: '', open: reason };
  }
  const written = versionIn(source, resource.versionAs);
  const { path } = value.origin.file;
  if (written === undefined || path === '' || path === file.path) return written;
  return { ...written, elsewhere: { file: path, span: value.origin.span } };
}

function apisOf({ resource, properties, file, head }: DeclaredResource): readonly WrittenFlag[] {
  const list = resource.apis === undefined ? undefined : valueAtPath(properties, resource.apis);
  if (list?.kind !== 'list') return [];
  return list.items().flatMap((item): readonly WrittenFlag[] => {
    if (item.kind !== 'text') return [];
    return [flagOfApi('runtime-config', head, sourceOf(item, file, head), () => undefined)];
  });
}

function networksOf({ resource, properties, file, head }: DeclaredResource): readonly WrittenFlag[] {
  const found = (resource.networks ?? []).flatMap((path) => valueAtPath(properties, path) ?? []);
  const network = found.find((value) => value.kind === 'text' && value.text !== '');
  return network?.kind === 'text' ? [flagOfText('service-cluster-ip-range', head, sourceOf(network, file, head))] : [];
}

/** A text with its span in the described file; a text of another file gets the span of the declaration. */
function sourceOf(value: TextValue, file: SourceFile, head: Span): SourceText {
  const { origin, text, isGenerated } = value;
  const isHere = origin.file.path === file.path;
  if (isHere && isGenerated === undefined) return plainText(file.text, origin.span.start, origin.span.end);
  const span = isHere ? origin.span : head;
  return { value: text, path: '', span, spanOf: () => span, rewrite: () => undefined };
}

/** The entry for a type; undefined if it declares no cluster. */
export function resourceOfType(resources: readonly ClusterResource[], type: string): ClusterResource | undefined {
  return resources.find(({ types }) => types.some((candidate) => type === candidate));
}
