import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { isTargetFlag, type TargetFlag } from '../targets/target.ts';

/** The components of Kubernetes that files describe. */
export const components = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'cloud-controller-manager',
  'kubelet',
  'kube-proxy',
  'kubectl',
] as const;

/** The name of a component's binary. */
export type Component = (typeof components)[number];

/** The component with this name; undefined for other names. */
export function componentNamed(name: string): Component | undefined {
  return components.find((component) => component === name);
}

/** The component of a program: `/usr/local/bin/kube-apiserver`. */
export function componentOfProgram(program: string): Component | undefined {
  return componentNamed(lastPart(program).replace(/\.exe$/, ''));
}

/** The component that the first argument of `hyperkube` names: `kube-apiserver`, or, in older versions, `apiserver`. */
export function componentOfHyperkube(word: string): Component | undefined {
  return componentNamed(word) ?? hyperkubeNames.get(word);
}

/** The parts of an image reference: `registry.k8s.io/kube-apiserver:v1.36.2`. */
export interface ImageParts {
  /** All but tag and digest. */
  readonly repository: string;
  /** The last part of its path, without an architecture: `kube-apiserver`. */
  readonly name: string;
  readonly tag: string | undefined;
}

/** Splits an image reference; its digest is omitted. */
export function imageParts(image: string): ImageParts {
  const withoutDigest = image.split('@', 1)[0] ?? '';
  const last = lastPart(withoutDigest);
  const colon = last.indexOf(':');
  const name = (colon < 0 ? last : last.slice(0, colon)).replace(/-(?:amd64|arm64|arm|ppc64le|s390x)$/, '');
  const repository = colon < 0 ? withoutDigest : withoutDigest.slice(0, withoutDigest.length - last.length + colon);
  return { repository, name, tag: colon < 0 ? undefined : last.slice(colon + 1) };
}

/** The component in an image, by the name of the image. */
export function componentOfImage({ name }: ImageParts): Component | undefined {
  return componentNamed(name);
}

/** Whether an image's tag is the Kubernetes version of the component that runs in it. */
export function isKubernetesImage({ repository, name }: ImageParts): boolean {
  const numbered = numberedImages.get(name);
  if (numbered === undefined) return componentNamed(name) !== undefined || wholeImages.has(name);
  const parts = repository.split('/');
  return numbered.some((pattern) => {
    const patternParts = pattern.split('/');
    const end = parts.slice(-patternParts.length);
    return (
      end.length === patternParts.length && patternParts.every((part, index) => part === '*' || part === end[index])
    );
  });
}

/** The target flags that a component supports; all for the API server. */
export function flagsOfComponent(component: Component): ReadonlySet<TargetFlag> {
  return flags.get(component) ?? new Set();
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const { about: _, ...numbered } = sources.imagesNumberedLikeKubernetes;
const numberedImages: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(numbered));
const wholeImages: ReadonlySet<string> = new Set(sources.imagesOfAllComponents);

const hyperkubeNames: ReadonlyMap<string, Component> = new Map(
  sources.components.flatMap(({ name, also }) => {
    const component = componentNamed(name);
    return component === undefined ? [] : also.map((word): [string, Component] => [word, component]);
  }),
);

const flags: ReadonlyMap<Component, ReadonlySet<TargetFlag>> = new Map(
  sources.components.flatMap((item) => {
    const component = componentNamed(item.name);
    return component === undefined ? [] : [[component, new Set(item.flags.filter(isTargetFlag))] as const];
  }),
);
