import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type CommandWord, itemWord, shellCommands } from './commandWords.ts';
import {
  type Component,
  componentOfHyperkube,
  componentOfImage,
  componentOfProgram,
  imageParts,
  isKubernetesImage,
} from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenText } from './description.ts';
import { flagsOfWords, openWords } from './flags.ts';
import { scalarText } from './scalarText.ts';
import type { DocumentType, SourceDocument, TargetSource } from './source.ts';

/** The path of the pod in each kind: static pods, and workloads with pod templates. */
const podsOfKinds: ReadonlyMap<string, string> = new Map(sources.pods.map(({ type, at }) => [type, at]));
/** The kinds, to skip most documents. */
const kinds: ReadonlySet<string> = new Set(sources.pods.map(({ type }) => type.slice(type.indexOf(' ') + 1)));

/** Programs that start the program after them. */
const starters = /^(?:.*\/)?(?:go-runner|hyperkube|exec|env|nice|nohup|sudo|dumb-init|tini|--|[A-Za-z_]\w*=.*|-.*)$/;
const shells = /^(?:.*\/)?(?:ba|da|a)?sh$/;

/** Pods that run components of Kubernetes: their image's tag and the flags of their command. */
export const pods: TargetSource = {
  reads: (type) => podPathOf(type) !== undefined,
  read: readPod,
};

function podPathOf({ apiVersion, kind }: DocumentType): string | undefined {
  return kinds.has(kind) ? podsOfKinds.get(`${apiVersion} ${kind}`) : undefined;
}

/** Most pods run other programs: a text search is faster than reading their containers. */
const hint =
  /\b(?:kube-apiserver|kube-controller-manager|kube-scheduler|cloud-controller-manager|kubelet|kube-proxy|kubectl|hyperkube)\b/;

function readPod({ root, type, index }: SourceDocument): readonly DescribedCluster[] {
  const { kind } = type;
  const spec = podPathOf(type);
  const pod =
    spec === undefined || !hint.test(root.text.slice(root.node.start, root.node.end)) ? undefined : root.at(spec);
  if (pod === undefined) return [];
  const containers = [...pod.all('initContainers[]'), ...pod.all('containers[]')];
  const components = containers.flatMap((container) => componentOf(container) ?? []);
  if (components.length === 0) return [];
  const format = kind === 'Pod' ? 'static pod' : `${kind} of a component`;
  const name = root.string('metadata.name');
  return [{ format, document: index, name, components, span: root.keySpan, path: '' }];
}

function componentOf(container: Cursor): DescribedComponent | undefined {
  const image = container.at('image');
  const written = image === undefined ? undefined : scalarText(image);
  const parts = imageParts(written?.value ?? '');
  const words = [...container.all('command[]'), ...container.all('args[]')].flatMap((item) => itemWord(item) ?? []);
  const started = programIn(words);
  // Without a command, the command of the image runs; for these images, it is the component.
  const componentByImage = container.at('command') === undefined ? componentOfImage(parts) : undefined;
  const component = started?.component ?? componentByImage;
  if (component === undefined) return undefined;
  const { keySpan: span, path } = image ?? container;
  const version = versionOf(image, parts);
  if (component === 'kubectl') return { component, version, flags: [], span, path };
  const rest = started?.rest ?? words;
  return { component, version, flags: flagsOfWords(rest), open: openWords(rest), span, path };
}

/** The tag of an image with the version of the component; undefined for images with versions of a vendor. */
function versionOf(image: Cursor | undefined, parts: ReturnType<typeof imageParts>): WrittenText | undefined {
  const source = image === undefined ? undefined : scalarText(image);
  const { tag } = parts;
  if (source === undefined || tag === undefined || !isKubernetesImage(parts)) return undefined;
  const start = source.value.split('@', 1)[0]?.lastIndexOf(`:${tag}`) ?? -1;
  return { text: tag, span: source.spanOf(start + 1, start + 1 + tag.length), path: source.path };
}

/** The component that a command line starts, and the words after its name. Also parses the script of `sh -c`. */
export function programIn(
  words: readonly CommandWord[],
): { readonly component: Component; readonly rest: readonly CommandWord[] } | undefined {
  const [first] = words;
  if (first !== undefined && shells.test(first.text)) {
    const script = words.find(({ text, item }, at) => at > 0 && item !== undefined && !text.startsWith('-'));
    const commands = script === undefined ? [words.slice(1)] : shellCommands(script.source);
    for (const command of commands) {
      const found = programIn(command);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [at, { text }] of words.entries()) {
    const underHyperkube = at > 0 && /(?:^|\/)hyperkube$/.test(words[at - 1]?.text ?? '');
    const component = underHyperkube ? componentOfHyperkube(text) : componentOfProgram(text);
    if (component !== undefined && !text.startsWith('-')) return { component, rest: words.slice(at + 1) };
    if (!starters.test(text)) return undefined;
  }
  return undefined;
}
