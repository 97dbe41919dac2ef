import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { ApiSurface } from '../../catalog/surface.ts';
import { describeField } from '../../insight/describeField.ts';
import { escaped, prose } from '../../insight/markdown.ts';
import type { OutlinePosition } from '../../insight/outline.ts';
import { outlinePositionAt } from '../../insight/outlinePosition.ts';
import { pageFor } from '../../insight/pageFor.ts';
import { timelineOf } from '../../insight/timeline.ts';
import { kindOf, typeAt } from '../../insight/typeAt.ts';
import { reasonText } from '../../report/notJudgedReasons.ts';
import { formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Position } from '../../text/lineIndex.ts';
import { siteAddress } from '../../workspace/shipped/siteAddress.ts';
import { descriptions } from '../descriptions.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { surfacesAt } from './surfacesAt.ts';

/** Describes the history of the kind for `apiVersion` and `kind`, and for a field its state at each target. */
export function manifestHover(document: JudgedDocument, position: Position): Hover | undefined {
  const { text, lines } = document;
  const outline = outlinePositionAt(text, offsetAt(lines, position));
  if (outline === undefined || outline.word.start === outline.word.end) return undefined;
  const value = textAt(outline, document);
  if (value === undefined) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value }, range: lines.range(outline.word) };
}

function textAt(position: OutlinePosition, document: JudgedDocument): string | undefined {
  const { slot, key, word, container } = position;
  const surfaces = surfacesAt(position, document);
  const name = slot === 'key' ? word.text : key;
  const [first] = surfaces;
  if (name === undefined || first === undefined) return undefined;
  const isHead = (name === 'apiVersion' || name === 'kind') && typeAt(container, first)?.root === container;
  if (isHead) return withLink(timeline(container, surfaces), container, first) ?? notJudged(position, document);
  if (slot !== 'key') return undefined;
  return withLink(describeField(container, name, surfaces, descriptions), container, first, name);
}

/** Adds where the site has a field, or a kind, through all releases: a release may name its site. */
function withLink(
  description: string | undefined,
  container: OutlinePosition['container'],
  surface: ApiSurface,
  field?: string,
): string | undefined {
  const site = siteAddress();
  const page = site === undefined || description === undefined ? undefined : pageFor(container, surface, field);
  return page === undefined ? description : `${description}\n\n[In all releases](${site}/${page})`;
}

/** For a resource without findings whose kind is unknown to all targets: states that this is not an approval. */
function notJudged({ container, word }: OutlinePosition, { analysis }: JudgedDocument): string | undefined {
  const gvk = kindOf(container);
  const isUnknown = analysis.resources.some(
    ({ resource: { apiVersionSpan, kindSpan }, verdicts }) =>
      [apiVersionSpan, kindSpan].some(({ start, end }) => start <= word.end && word.start <= end) &&
      verdicts.length > 0 &&
      verdicts.every(({ availability }) => availability.state === 'custom'),
  );
  if (gvk === undefined || !isUnknown) return undefined;
  const { remedy = '' } = reasonText('custom-resource');
  const why = 'Not checked: no definition of this kind is known.';
  return [`**${escaped(formatGroupVersionKind(gvk))}**`, why, prose(remedy)].join('\n\n');
}

function timeline(container: OutlinePosition['container'], surfaces: readonly ApiSurface[]): string | undefined {
  const gvk = kindOf(container);
  const [surface] = surfaces;
  // The kind is unknown without its group or definition.
  if (
    gvk === undefined ||
    surface === undefined ||
    surfaces.every((apiSurface) => apiSurface.availability(gvk).state === 'custom')
  )
    return undefined;
  const { oldest } = surface.catalog;
  const rows = timelineOf(gvk, surfaces).map(({ minor, event, target }) => {
    const when = `${formatMinor(minor)}${target === undefined && minor === oldest ? ' or before' : ''}`;
    return target === undefined
      ? `| ${when} | ${event} |`
      : `| **${when}** | **${target === formatMinor(minor) ? event : `${escaped(target)}: ${event}`}** |`;
  });
  return [`**${escaped(formatGroupVersionKind(gvk))}**`, ['| Kubernetes | |', '|:--|:--|', ...rows].join('\n')].join(
    '\n\n',
  );
}
