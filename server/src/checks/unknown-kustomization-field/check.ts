import table from '../../../data/authored/kustomize.json' with { type: 'json' };
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import type { Node } from '../../manifest/node.ts';
import { nearest } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import type { Check, Report } from '../check.ts';

/** The fields of a struct of Kustomize, each with the struct of its value, '' where there is none. */
type Fields = ReadonlyMap<string, string>;

const types: ReadonlyMap<string, Fields> = new Map(
  Object.entries(table.kustomizations.types).map(([name, fields]) => [name, new Map(Object.entries(fields))]),
);

/** Fields of kustomizations that Kustomize does not know, for which it builds nothing. */
export const unknownKustomizationField: Check = {
  codes: [
    {
      code: 'unknown-kustomization-field',
      consequences: ['undecodable'],
      title: 'A field of a kustomization that Kustomize does not know',
    },
  ],
  document({ root, path }, report) {
    if (kustomizeFileOf(root, path) === 'Kustomization') look(root, 'Kustomization', { path: '', field: '' }, report);
  },
};

interface At {
  readonly path: string;
  /** The field that the value is of, or in. */
  readonly field: string;
}

/** Of what is given to a value in a list, the list's items are looked at. */
function look(node: Node, type: string, at: At, report: Report): void {
  const fields = types.get(type);
  if (fields === undefined || node.kind === 'scalar') return;
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      if (item.kind === 'map') look(item, type, { ...at, path: `${at.path}[${index}]` }, report);
    }
    return;
  }
  for (const { key, keySpan, value, merged } of node.entries) {
    const path = at.path === '' ? key : `${at.path}.${key}`;
    // `encoding/json` makes no difference between upper and lower case.
    const known = [...fields].find(([name]) => name.toLowerCase() === key.toLowerCase());
    if (known !== undefined) look(value, known[1], { path, field: known[0] }, report);
    else if (merged !== true) report(unknown(key, path, keySpan, at.field, fields));
  }
}

function unknown(
  key: string,
  path: string,
  { start, end }: Span,
  field: string,
  fields: Fields,
): Parameters<Report>[0] {
  const [near] = nearest(key, fields.keys(), 1);
  const owner = field === '' ? 'a kustomization' : field;
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  return {
    code: 'unknown-kustomization-field',
    consequence: 'undecodable',
    path,
    span: { start, end },
    message: `"${key}" is not a field of ${owner}.${meant}`,
    why: 'Kustomize reads kustomizations strictly: with a field that it does not know it builds nothing.',
    remedy: near === undefined ? `Remove ${key}.` : `Write ${near}, or remove ${key}.`,
    source: 'sigs.k8s.io/kustomize api/types/kustomization.go, Unmarshal',
    fixes: [],
  };
}
