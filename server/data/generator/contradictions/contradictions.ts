import { factMinor, type Minor } from '../../../src/targets/version.ts';
import { arrayOf, fieldOf, flag, type JsonObject, object, text } from '../json.ts';
import { costContradictions } from './costs.ts';
import { expressionContradictions, objectContradictions } from './expressions.ts';
import { flagContradictions, pluginContradictions } from './settings.ts';

/** The authored tables that are compared with a binary. */
interface ContradictedTables {
  readonly binaries: JsonObject;
  readonly targetSources: JsonObject;
  readonly admission: JsonObject;
  readonly celVariables: JsonObject;
}

/**
 * The differences between authored tables and a binary's built-in facts, each with both files.
 *
 * @param builtIn the entry of the binary by file of `facts/`; an absent entry contradicts nothing.
 * @param gates the rows of `facts/features.jsonl`.
 */
export function contradictions(
  binary: Minor,
  builtIn: Readonly<Record<string, JsonObject | undefined>>,
  gates: readonly JsonObject[],
  authored: ContradictedTables,
): string[] {
  const {
    'flags.json': flags,
    'admission-plugins.json': plugins,
    'expressions.json': expressions,
    'expression-costs.json': costs,
  } = builtIn;
  const byDefault = gateDefaults(binary, gates);
  return [
    ...(flags === undefined
      ? []
      : flagContradictions(binary, flags, object(authored.binaries['flags']), authored.targetSources)),
    ...(plugins === undefined ? [] : pluginContradictions(binary, plugins, authored.admission)),
    ...(expressions === undefined
      ? []
      : [
          ...expressionContradictions(binary, expressions, byDefault),
          ...objectContradictions(binary, expressions, authored.celVariables),
        ]),
    ...(costs === undefined ? [] : costContradictions(binary, costs, byDefault)),
  ];
}

function gateDefaults(binary: Minor, gates: readonly JsonObject[]): ReadonlyMap<string, { readonly enabled: boolean }> {
  return new Map(
    gates.flatMap((row) => {
      const spec = arrayOf(row['specs']).findLast(
        (candidate) => factMinor(text(fieldOf(candidate, 'version'))) <= binary,
      );
      return spec === undefined ? [] : [[text(row['gate']), { enabled: flag(fieldOf(spec, 'default')) }]];
    }),
  );
}
