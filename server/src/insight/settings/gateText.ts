import { type Catalog, type GateFacts, type GateSpec, specsIn } from '../../catalog/catalog.ts';
import { formatMinor, type Minor, minor } from '../../targets/version.ts';
import { escaped, table } from '../markdown.ts';

/** The maximum number of dropped fields per gate, so that all can be listed. */
const maxFields = 8;

/**
 * The description of a feature gate: its stages by minor, where it is locked, when it ends, its dependencies and its
 * fields. In Markdown; undefined for an unknown name.
 *
 * @param binary the binary whose table counts, if binaries differ on the history of a gate; undefined for the newest.
 */
export function describeGateFacts(name: string, catalog: Catalog, binary: Minor | undefined): string | undefined {
  const gate = catalog.gates.get(name);
  if (gate === undefined) return undefined;
  const needs = gate.dependsOn.length === 0 ? [] : [`Needs ${gate.dependsOn.map(escaped).join(', ')} to be on.`];
  return [
    `**${escaped(name)}**: feature gate`,
    table(['Kubernetes', 'stage', 'default'], rowsOf(gate, catalog, binary ?? catalog.newest)),
    ...needs,
    ...fieldsLine(name, catalog),
  ].join('\n\n');
}

function rowsOf(gate: GateFacts, { oldest }: Catalog, binary: Minor): readonly (readonly string[])[] {
  const first = gate.declared[0]?.first;
  const rows = specsIn(gate, binary).map((spec): readonly string[] => {
    // Tables of today begin long before the binaries that the catalogue knows.
    const from = first === undefined || spec.version >= first ? spec.version : first;
    return [`${formatMinor(from)}${from <= oldest ? ' or before' : ''}`, stageName(spec), stateOf(spec)];
  });
  const last = gate.declared.at(-1)?.last;
  return last === undefined ? rows : [...rows, [formatMinor(minor(last + 1)), 'gone', 'naming it is refused']];
}

/** The stage as prose has it: `alpha`, `beta`, `GA`, `deprecated`. */
export function stageName({ stage }: Pick<GateSpec, 'stage'>): string {
  return stage === 'GA' ? stage : stage.toLowerCase();
}

function stateOf({ default: on, lockToDefault, minCompatibilityVersion }: GateSpec): string {
  const locked = lockToDefault ? ', locked' : '';
  const needs =
    minCompatibilityVersion === undefined
      ? ''
      : `, from min compatibility version ${formatMinor(minCompatibilityVersion)} on`;
  return `${on ? 'on' : 'off'}${locked}${needs}`;
}

function fieldsLine(name: string, { gatedFields }: Catalog): readonly string[] {
  const fields = gatedFields.filter(({ gate }) => gate === name).map(({ type, field }) => `\`${type}.${field}\``);
  if (fields.length === 0) return [];
  const more = fields.length > maxFields ? ` and ${fields.length - maxFields} more` : '';
  return [`While it is off, these fields are silently dropped: ${fields.slice(0, maxFields).join(', ')}${more}.`];
}
