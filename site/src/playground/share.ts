import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { longestTarget, longestText, maxTargets } from './limits.ts';

/** The content of a link. */
export interface SharedContent {
  readonly text: string;
  /** Expressions of targets. */
  readonly targets: readonly string[];
}

/** The content of a fragment: what is shared, nothing, or why it is unreadable. */
export type ReadShare =
  | { readonly state: 'shared'; readonly shared: SharedContent }
  | { readonly state: 'none' }
  | { readonly state: 'broken'; readonly why: string };

/** The form of fragments; links of another form are of another release. */
const form = '1.';
/** Compressed bytes that are unpacked at once: each can become a thousand. */
const piece = 1_024;
/** Escapes in JSON and UTF-8 make texts longer. */
const maxBytes = longestText * 6;
const maxCharacters = longestText * 2;

/** The fragment of a link, without `#`. */
export function shareFragment({ text, targets }: SharedContent): string {
  const packed = deflateSync(strToU8(JSON.stringify([text, targets])), { level: 9, mem: 8 });
  return form + base64Url(packed);
}

/** Parses a fragment, without `#`. It is untrusted: its unpacked size is bounded, and every part is validated. */
export function readFragment(fragment: string): ReadShare {
  if (fragment === '') return { state: 'none' };
  if (!fragment.startsWith(form)) {
    return /^\d+\./.test(fragment)
      ? broken('This link was made by a different release of the playground.')
      : broken('This link does not contain manifests.');
  }
  if (fragment.length > maxCharacters) return broken('This link contains more than the playground accepts.');
  const packed = bytesOf(fragment.slice(form.length));
  if (packed === undefined) return broken('This link is damaged: it contains invalid characters.');
  const unpacked = unpack(packed);
  if (typeof unpacked === 'string') return broken(unpacked);
  return sharedIn(strFromU8(unpacked));
}

function broken(why: string): ReadShare {
  return { state: 'broken', why };
}

/** The bytes, or why there are none. */
function unpack(packed: Uint8Array): Uint8Array | string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const inflate = new Inflate((bytes, final) => {
    pieces.push(bytes);
    size += bytes.length;
    isWhole ||= final;
  });
  try {
    for (let from = 0; from < packed.length; from += piece) {
      inflate.push(packed.subarray(from, from + piece), from + piece >= packed.length);
      if (size > maxBytes) return 'This link contains more than the playground accepts.';
    }
  } catch {
    isWhole = false;
  }
  if (!isWhole) return 'This link is cut off or damaged. Ask for the link again, or for the file.';
  const all = new Uint8Array(size);
  let at = 0;
  for (const bytes of pieces) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

function sharedIn(json: string): ReadShare {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return broken('This link is cut off or damaged. Ask for the link again, or for the file.');
  }
  const [text, targets]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof text !== 'string' || !Array.isArray(targets)) return broken('This link does not contain manifests.');
  if (text.length > longestText) return broken('This link contains more than the playground accepts.');
  const named: readonly unknown[] = targets;
  const expressions = named.filter(
    (expression) => typeof expression === 'string' && expression.length <= longestTarget,
  );
  return {
    state: 'shared',
    shared: { text, targets: expressions.filter((expression) => typeof expression === 'string').slice(0, maxTargets) },
  };
}

function base64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
