import { type ExpressionTarget, environmentOf, readOverload } from '../../../src/cel/libraries.ts';
import { showType, type Type } from '../../../src/cel/type.ts';
import { factMinor, formatMinor, type Minor, minor } from '../../../src/targets/version.ts';
import { fieldOf, type JsonObject, object, text } from '../json.ts';
import { spanRow } from '../spans.ts';

/** Functions that cel-go keeps only for expressions that older releases checked. */
const retired: ReadonlySet<string> = new Set(['in', '_in_', '__not_strictly_false__']);

/**
 * The differences between `authored/cel-libraries.json` and the binary in the libraries of new expressions, at each
 * compatibility version.
 *
 * @param gates the default gate states of the binary.
 */
export function expressionContradictions(binary: Minor, entry: JsonObject, gates: ExpressionTarget['gates']): string[] {
  const versions = new Set(
    ['functions', 'macros'].flatMap((table) =>
      Object.values(object(entry[table])).flatMap((span) => {
        const [first, last] = spanRow(span);
        return last === undefined ? [first] : [first, last + 1];
      }),
    ),
  );
  return [...versions]
    .sort((a, b) => a - b)
    .flatMap((version) => contradictionsAt(binary, entry, minor(version), gates));
}

function contradictionsAt(binary: Minor, entry: JsonObject, at: Minor, gates: ExpressionTarget['gates']): string[] {
  const target = { versions: { binary, emulation: binary, minCompatibility: at }, gates };
  const { functions, syntax } = environmentOf(target, 'new', undefined);
  const ours = new Set([
    ...[...functions].flatMap(([name, overloads]) =>
      overloads.map(({ member, args, result }) => `${name} ${signature(member, args, result)}`),
    ),
    ...syntax.macros,
  ]);
  const theirs = new Set([
    ...namesAt(entry['functions'], at)
      .filter((signature) => !retired.has(signature.split(' ', 1)[0] ?? ''))
      .map(normalFunction),
    ...namesAt(entry['macros'], at).map(macroForm),
  ]);
  const where = `at compatibility version ${formatMinor(at)}`;
  return [
    ...[...theirs]
      .filter((signature) => !ours.has(signature))
      .map((signature) => `lacks ${signature} ${where}, which kube-apiserver ${formatMinor(binary)} has`),
    ...[...ours]
      .filter((signature) => !theirs.has(signature))
      .map((signature) => `has ${signature} ${where}, which kube-apiserver ${formatMinor(binary)} lacks`),
  ].map((problem) => `server/data/authored/cel-libraries.json ${problem} (server/data/facts/expressions.json)`);
}

function namesAt(spans: unknown, at: Minor): string[] {
  return Object.entries(object(spans)).flatMap(([name, span]) => {
    const [first, last] = spanRow(span);
    return first <= at && (last === undefined || at <= last) ? [name] : [];
  });
}

function normalFunction(overload: string): string {
  const space = overload.indexOf(' ');
  const { member, args, result } = readOverload(overload.slice(space + 1).replaceAll(/\bnull\b/g, 'null_type'));
  return `${overload.slice(0, space)} ${signature(member, args, result)}`;
}

/** A signature with its type parameters renamed to A, B … in order of occurrence. */
function signature(member: boolean, args: readonly Type[], result: Type): string {
  const names = new Map<string, string>();
  const rename = (type: string) =>
    type.replaceAll(/\b[A-Z]\b/g, (name) => {
      const known = names.get(name) ?? String.fromCharCode(65 + names.size);
      names.set(name, known);
      return known;
    });
  const shown = args.map((type) => rename(showType(type)));
  const receiver = member ? `${shown[0]}.` : '';
  return `${receiver}(${shown.slice(member ? 1 : 0).join(', ')}) -> ${rename(showType(result))}`;
}

/** `all:2:true` in the notation of our data: `all/2` on a receiver, `has(1)` without. */
function macroForm(key: string): string {
  const [name = '', count = '', isMember] = key.split(':');
  return isMember === 'true' ? `${name}/${count}` : `${name}(${count})`;
}

/** The differences between `authored/cel-variables.json` and the binary in object fields and variable types. */
export function objectContradictions(binary: Minor, entry: JsonObject, authored: JsonObject): string[] {
  const file = 'server/data/authored/cel-variables.json';
  const where = `kube-apiserver ${formatMinor(binary)} has (server/data/facts/expressions.json)`;
  const objects = Object.entries(object(entry['objects'])).flatMap(([name, fields]) => {
    const [ours, theirs] = [fieldOf(authored['objects'], name) ?? {}, fields].map(object);
    return [...new Set([...Object.keys(ours ?? {}), ...Object.keys(theirs ?? {})])].flatMap((field) => {
      const [mine, real] = [ours?.[field], theirs?.[field]];
      return mine === real ? [] : [`${file}: ${name}.${field} is ${shown(mine)}, not ${shown(real)}, which ${where}`];
    });
  });
  const variables = Object.entries(object(entry['variables'])).flatMap(([name, type]) => {
    const ours = fieldOf(authored['variables'], name);
    const since = fieldOf(ours, 'since');
    const isKnown = ours !== undefined && (since === undefined || factMinor(text(since)) <= binary);
    const mine = isKnown ? fieldOf(ours, 'type') : undefined;
    return mine === type ? [] : [`${file}: ${name} is ${shown(mine)}, not ${shown(type)}, which ${where}`];
  });
  return [...objects, ...variables];
}

function shown(type: unknown): string {
  return type === undefined ? 'absent' : text(type);
}
