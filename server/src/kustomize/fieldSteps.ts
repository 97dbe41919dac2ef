/** A step of a field path of a replacement, with its place in the path's text. */
export type FieldStep = {
  /** Offsets in the path. */
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: 'name'; readonly name: string }
  /** The item of a number; of -1, the last. */
  | { readonly kind: 'index'; readonly index: number }
  /** Items whose field, or that themselves where it is '', have a value. */
  | { readonly kind: 'match'; readonly field: string; readonly value: string }
  | { readonly kind: 'every' }
  /** Invalid brackets. */
  | { readonly kind: 'broken' }
);

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The steps of a field path of Kustomize's replacements.
 *
 * @param role whose path it is: sources take `-` for the last item and pass over empty steps.
 *
 * Source: SmarterPathSplitter in `kyaml/utils/pathsplitter.go`, PathGetter in `kyaml/yaml/fns.go` and PathMatcher in
 * `kyaml/yaml/match.go` of sigs.k8s.io/kustomize.
 */
export function fieldSteps(path: string, role: 'source' | 'target'): readonly FieldStep[] {
  return inBrackets(split(path)).flatMap((piece) => {
    const text = role === 'source' ? piece.text.trim() : piece.text;
    if (text === '' && role === 'source') return [];
    return [stepOf({ ...piece, text }, role)];
  });
}

/** The steps of a variable's field path, which may have an index after a list: `ports[0]`. */
export function variableSteps(path: string): readonly FieldStep[] {
  return fieldSteps(path, 'source').flatMap((step): readonly FieldStep[] => {
    const [, name, index] = (step.kind === 'name' && /^([^[]+)\[(\d+)\]$/.exec(step.name)) || [];
    if (name === undefined) return [step];
    const { start, end } = step;
    return [
      { kind: 'name', name, start, end: start + name.length },
      { kind: 'index', index: Number(index), start: start + name.length, end },
    ];
  });
}

function stepOf({ text, start, end }: Piece, of: 'source' | 'target'): FieldStep {
  const span = { start, end };
  if (/^\+?\d+$/.test(text)) return { ...span, kind: 'index', index: Number(text) };
  if (text === '-' && of === 'source') return { ...span, kind: 'index', index: -1 };
  if (text === '*') return { ...span, kind: 'every' };
  if (!text.startsWith('[') || !text.endsWith(']')) return { ...span, kind: 'name', name: text };
  const inner = text.slice(1, -1);
  const equals = inner.indexOf('=');
  if (equals < 0) return { ...span, kind: 'broken' };
  return { ...span, kind: 'match', field: inner.slice(0, equals), value: inner.slice(equals + 1) };
}

/** At every dot that has no backslash before it. */
function split(path: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = path.startsWith('.') && path.length > 1 ? 1 : 0;
  let text = '';
  for (let at = start; at <= path.length; at++) {
    const char = path[at];
    if (char === '.' && text.endsWith('\\')) text = `${text.slice(0, -1)}.`;
    else if (char === '.' || char === undefined) {
      pieces.push({ text, start, end: at });
      start = at + 1;
      text = '';
    } else text += char;
  }
  return pieces;
}

/** Bracketed text is one piece; without `=` it is a map key, without the brackets. */
function inBrackets(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const first = pieces[at];
    if (first === undefined) break;
    if (!first.text.startsWith('[') || first.text.endsWith(']')) {
      all.push(first);
      continue;
    }
    let last = first;
    let text = first.text;
    for (let next = pieces[at + 1]; next !== undefined && !last.text.endsWith(']'); next = pieces[at + 1]) {
      text += `.${next.text}`;
      last = next;
      at++;
    }
    const kept = text.includes('=') ? text : text.replace(/^[[\]]+/, '').replace(/[[\]]+$/, '');
    all.push({ text: kept, start: first.start, end: last.end });
  }
  return all;
}
