import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type Minor, parseMinor } from '../targets/version.ts';
import { componentOfImage, imageParts } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { WrittenText } from './description.ts';
import { type SourceText, scalarText } from './scalarText.ts';

/** The minor in the version of a component; undefined if there is none, or if it is not known. */
export function writtenMinor(version: WrittenText | undefined): Minor | undefined {
  if (version === undefined || version.number === true || version.open !== undefined) return undefined;
  // kubeadm accepts labels of releases: stable-1.36, ci/latest-1.37.
  const label = /^(?:(?:ci|release)\/)?(?:k8s-)?(?:stable|latest)-(1\.\d+)$/.exec(version.text)?.[1];
  return parseMinor(label ?? version.means ?? version.text);
}

/** A scalar as written; undefined if absent. */
export function textAt(cursor: Cursor | undefined): WrittenText | undefined {
  const source = cursor === undefined ? undefined : scalarText(cursor);
  if (cursor === undefined || source === undefined) return undefined;
  const isNumber = cursor.node.kind === 'scalar' && typeof cursor.node.value === 'number';
  return { ...piece(source, 0, source.value.length), ...(isNumber ? { number: true } : {}) };
}

/** The version in a scalar: plain, in the tag of an image, or of an OpenShift release. */
export function versionAt(cursor: Cursor | undefined, as: string | undefined): WrittenText | undefined {
  const source = cursor === undefined ? undefined : scalarText(cursor);
  if (as === undefined || source === undefined) return textAt(cursor);
  return versionIn(source, as);
}

/** The version in a text, by the `versionAs` of a format; undefined if it has none. */
export function versionIn(source: SourceText, as: string | undefined): WrittenText | undefined {
  const isOpenShift = source.value.endsWith(sources.openshift.suffix);
  if (as === undefined && !isOpenShift) return piece(source, 0, source.value.length);
  if (as === 'openshift' || isOpenShift) return openShift(piece(source, 0, source.value.length));
  const parts = imageParts(source.value);
  if (parts.tag === undefined) return undefined;
  const start = source.value.indexOf(`:${parts.tag}`, parts.repository.length) + 1;
  const tag = piece(source, start, start + parts.tag.length);
  if (as === 'openshift-image') return openShift(tag);
  return nodeImages.has(parts.name) || componentOfImage(parts) !== undefined ? tag : undefined;
}

/** The version of a release channel, which is open; undefined for words that mean no channel. */
export function channelIn(source: SourceText): WrittenText | undefined {
  const written = piece(source, 0, source.value.length);
  if (isOpenVersion(written.text) && /^(?:none|unspecified|-|node-image)$/i.test(written.text)) return undefined;
  return { ...written, open: `the channel ${written.text} decides which version runs` };
}

/** Whether a word means the current version. */
export function isOpenVersion(text: string): boolean {
  return openWords.has(text.trim().toLowerCase());
}

function piece(source: SourceText, start: number, end: number): WrittenText {
  return { text: source.value.slice(start, end), span: source.spanOf(start, end), path: source.path };
}

/** A version of OpenShift without its prefix or suffix. */
function withoutAffixes(text: string): string {
  const { suffix } = sources.openshift;
  return (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text).replace(/^openshift-/, '');
}

/** A version of OpenShift, `4.16.3` or `4.16.3-x86_64`, with its Kubernetes minor. */
function openShift(written: WrittenText): WrittenText | undefined {
  const minor = /^v?([4-9]\.\d+)(?![\w])/.exec(withoutAffixes(written.text))?.[1];
  // Placeholders are reported as such.
  if (minor === undefined) return /[${<]/.test(written.text) ? written : undefined;
  const means = openShiftMinors.get(minor);
  if (means !== undefined) return { ...written, means };
  return { ...written, open: `the Kubernetes version of OpenShift ${minor} is not known` };
}

const nodeImages: ReadonlySet<string> = new Set(sources.nodeImages.names);
const openWords: ReadonlySet<string> = new Set(sources.openVersions.words);
const openShiftMinors: ReadonlyMap<string, string> = new Map(Object.entries(sources.openshift.minors));
