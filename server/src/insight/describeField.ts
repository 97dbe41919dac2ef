import { defaultOf } from '../catalog/defaultOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, EnumValue, FieldType } from '../catalog/types.ts';
import { describeType } from '../decode/describeType.ts';
import { formatMinor } from '../targets/version.ts';
import type { Descriptions } from './descriptions.ts';
import { describeGate, type FieldOutcome, gatesOf, outcomeOfField } from './fieldAt.ts';
import { descriptionOf } from './fieldDescription.ts';
import { prose } from './markdown.ts';
import type { Outline } from './outline.ts';
import { serverOwnershipNote } from './serverOwnershipNote.ts';
import { kindOf, memberType, type TypeAtPosition, typeAt } from './typeAt.ts';

/**
 * The description of a field, in Markdown; undefined if no target and no other binary has it.
 *
 * @param descriptions the source of field descriptions.
 */
export function describeField(
  container: Outline,
  key: string,
  surfaces: readonly ApiSurface[],
  descriptions: Descriptions,
): string | undefined {
  const known = surfaces.map((surface) => ({ surface, typed: fieldIn(container, key, surface) }));
  const shown = known.find(({ typed }) => typed !== undefined) ?? newestKnown(container, key, surfaces);
  const field = shown?.typed?.field;
  if (shown?.typed === undefined || field === undefined) return undefined;
  const at = typeAt(container, shown.surface);
  const isFor = at && descriptionOf(at, field, shown.surface, descriptions);
  const lines = [
    `**${key}**: ${typeText(field.type)}${field.required ? ', required' : ''}${field.deprecated ? ', deprecated' : ''}`,
    ...(isFor === undefined ? [] : [prose(isFor)]),
    ...factLines(field, shown.typed, shown.surface),
    ...targetLines(known, container),
  ];
  return lines.join('\n\n');
}

/** The member of an object that a key names; undefined for keys of maps and where the target lacks the field. */
function fieldIn(container: Outline, key: string, surface: ApiSurface): TypeAtPosition | undefined {
  const at = typeAt(container, surface);
  if (at?.type?.kind !== 'object' && at?.type?.kind !== 'schema-or') return undefined;
  const member = memberType(at, key);
  return member.type === undefined || member.field?.name !== key ? undefined : member;
}

/** The field in the newest binary of the catalogue, if the targets lack it. */
function newestKnown(container: Outline, key: string, surfaces: readonly ApiSurface[]) {
  const [first] = surfaces;
  if (first === undefined) return undefined;
  const { catalog } = first;
  const surface: ApiSurface = { ...first, rootType: (gvk) => catalog.rootType(catalog.newest, gvk) };
  return { surface, typed: fieldIn(container, key, surface) };
}

/** A type in a few words: `list of object Container`. */
export function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'list':
      return `list of ${typeText(type.item)}`;
    case 'map':
      return `map of ${typeText(type.value)}`;
    case 'object':
      return `object ${type.type.name}`;
    default:
      return describeType(type);
  }
}

function factLines(field: ApiField, { gvk, steps }: TypeAtPosition, surface: ApiSurface): readonly string[] {
  const { listType, listMapKeys, introduced, last, constants } = field;
  const list = listType === undefined ? [] : [`List type: ${listType}${keysText(listMapKeys)}`];
  const isDated = introduced > surface.catalog.oldest;
  const since = isDated ? [`Since ${formatMinor(introduced)}`] : [];
  const until = last === undefined ? [] : [`Last in ${formatMinor(last)}`];
  const written = gvk === undefined ? undefined : defaultOf(gvk, steps, surface);
  const value = written === undefined ? [] : [`Default: \`${JSON.stringify(written)}\`, unless other fields decide`];
  return [
    ...list,
    ...since,
    ...until,
    ...valuesLine('Values', field.enum),
    ...valuesLine('Known values', constants),
    ...value,
  ];
}

function keysText(keys: readonly string[]): string {
  return keys.length === 0 ? '' : ` by ${keys.join(', ')}`;
}

function valuesLine(title: string, values: readonly EnumValue[] | undefined): readonly string[] {
  if (values === undefined || values.length === 0) return [];
  return [`${title}: ${values.map(({ value }) => `\`${value}\``).join(', ')}`];
}

/** What each target does with a field; nothing where all of them simply keep it. */
function targetLines(
  known: readonly { readonly surface: ApiSurface; readonly typed: TypeAtPosition | undefined }[],
  container: Outline,
): readonly string[] {
  const lines = known.map(({ surface, typed }) => ({
    name: surface.name,
    does: targetLine(surface, typed, container),
  }));
  const kept = outcomeText({ state: 'kept' });
  return lines.every(({ does }) => does === kept) ? [] : lines.map(({ name, does }) => `\`${name}\`: ${does}`);
}

function targetLine(surface: ApiSurface, typed: TypeAtPosition | undefined, container: Outline): string {
  const kind = typed?.gvk ?? kindOf(container);
  const { field } = typed ?? {};
  const isServed = kind === undefined || surface.availability(kind).state === 'served';
  const owned = typed === undefined ? undefined : serverOwnershipNote(typed, surface);
  const does = isServed
    ? (owned ?? outcomeText(outcomeOfField(field, kind?.kind, surface)))
    : 'does not serve the kind';
  const gates = field === undefined ? [] : gatesOf(field, surface);
  const states = gates.map((name) => `${name}: ${describeGate(surface.gates.get(name))}`);
  return [does.replace(/\.$/, ''), ...states].join('; ');
}

/** The result of a target for a field, in a few words. */
export function outcomeText(outcome: FieldOutcome): string {
  switch (outcome.state) {
    case 'kept':
      return 'keeps it';
    case 'unknown':
      return 'does not know it';
    case 'dropped':
      return outcome.sometimes ? `drops some of its values. ${outcome.why}` : `drops it. ${outcome.why}`;
  }
}
