import { AdmissionObjects, admissionObjectsOf, admissionOf } from '../admission/admissionObjects.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { policyGroup } from '../checks/policies/policy.ts';
import { type PolicyKind, policyKinds } from '../checks/policies/policyEffect.ts';
import { documentsOf } from '../helm/documents.ts';
import { readTemplate } from '../helm/readTemplate.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { Position } from '../text/lineIndex.ts';
import type { JudgedDocument } from './judgedDocument.ts';

/** An expression of a policy that a chart template prints. */
export interface ChartExpression {
  readonly kind: PolicyKind;
  readonly name: string;
  readonly expression: string;
  /** The first target of the document, where the policies of the template decide. */
  readonly surface: ApiSurface;
}

/**
 * The expression of a policy on a line of a chart template: as Helm renders it, or else as far as the template does not
 * depend on values. Undefined if there is none, or if several policies have the same line.
 */
export function chartExpressionAt(
  { inputs, lines, path, text }: JudgedDocument,
  { line }: Position,
): ChartExpression | undefined {
  const [surface] = inputs.surfaces;
  const [start, end] = [lines.lineStart(line), lines.lineStart(line + 1) ?? text.length];
  if (inputs.chart === undefined || surface === undefined || start === undefined) return undefined;
  const hovered = text.slice(start, end).trim();
  const rendered = inputs.rendered?.[0]?.text;
  const resources =
    rendered === undefined
      ? readTemplate(text, inputs.chart, [surface]).outputs.flatMap((output) =>
          documentsOf(output, path).flatMap(({ variants }) =>
            variants.length === 1 ? (variants[0]?.resources ?? []) : [],
          ),
        )
      : findResources(readManifest(rendered), inputs.file).resources;
  const found = resources.flatMap((resource): readonly Omit<ChartExpression, 'surface'>[] => {
    const kind = policyKinds.find((policyKind) => policyKind === resource.kind);
    const isPolicy = parseGroupVersion(resource.apiVersion)?.group === policyGroup;
    const expression = [...expressionsIn(resource.root)].find((each) => isOnLine(each, hovered));
    if (kind === undefined || !isPolicy || resource.name === undefined || expression === undefined) return [];
    return [{ kind, name: resource.name, expression }];
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  return { ...only, surface: withObjectsOf(resources, inputs.file, surface) };
}

/** The field of an expression begins the line, or the line is one of an expression with several. */
function isOnLine(expression: string, hovered: string): boolean {
  const all = expression.split('\n').map((each) => each.trim());
  if (all.filter((each) => each !== '').length > 1) return hovered !== '' && all.includes(hovered);
  return /expression["']?\s*:/i.test(hovered) && hovered.includes(expression.trim());
}

const fields: ReadonlySet<string> = new Set(['expression', 'messageExpression', 'valueExpression']);

function* expressionsIn(node: Node): Iterable<string> {
  if (node.kind === 'list') for (const item of node.items) yield* expressionsIn(item);
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    if (value.kind !== 'scalar') yield* expressionsIn(value);
    else if (fields.has(key) && typeof value.value === 'string' && value.value.trim() !== '') yield value.value;
  }
}

/** A target where the objects of a template decide instead of those with the same names in files. */
function withObjectsOf(resources: readonly Resource[], file: string, surface: ApiSurface): ApiSurface {
  const templateObjects = admissionObjectsOf(resources, file);
  const names = new Set(templateObjects.map(({ kind, name }) => `${kind}/${name}`));
  const others = (admissionOf(surface)?.objects ?? []).filter(({ kind, name }) => !names.has(`${kind}/${name}`));
  const objects = new AdmissionObjects([...templateObjects, ...others]);
  return { ...surface, admission: () => objects };
}
