import type { ApiSurface } from '../catalog/surface.ts';
import { factMinor, formatMinor } from '../targets/version.ts';
import { variableFacts } from './declarations.ts';
import type { CelWord, ExpressionContext } from './expressionContext.ts';
import { type Library, type LibraryScope, libraries, libraryIsKnown, versionOf } from './libraries.ts';

/** A function, macro or variable that an expression can name. */
export interface CelSymbol {
  readonly kind: 'function' | 'macro' | 'variable';
  /** `size`, `sets.contains`. */
  readonly name: string;
  /** One for each form: `string.size() -> int`. */
  readonly signatures: readonly string[];
  readonly description: string;
  /** Whether it follows a dot. */
  readonly isMember: boolean;
  /** What introduced it, in a sentence; undefined if it was always available. */
  readonly since: string | undefined;
  /** The library that has it; undefined for variables. */
  readonly library: Library | undefined;
}

/** Everything that an expression at a place could name at some version, without operators. */
export function symbolsAt(context: ExpressionContext): readonly CelSymbol[] {
  const where = libraryScope(context);
  const chosen = libraries.filter(
    ({ scopes }) => scopes === undefined || (where !== undefined && scopes.includes(where)),
  );
  return [...chosen.flatMap(symbolsOf), ...variablesAt(context)];
}

/** The meaning of a name in its context: several symbols for a function of several libraries. */
export function describeWord(word: CelWord, context: ExpressionContext): readonly CelSymbol[] {
  const qualified = word.prefix === undefined ? word.text : `${word.prefix}.${word.text}`;
  const symbols = symbolsAt(context);
  const namespaced = symbols.filter(({ name }) => name === qualified && qualified !== word.text);
  if (namespaced.length > 0) return namespaced;
  return symbols.filter(({ name, isMember, kind }) => {
    return name === word.text && (kind === 'variable' ? !word.isMember : isMember === word.isMember);
  });
}

/** Whether a new expression at a target finds a symbol. */
export function isFound({ name, library }: CelSymbol, context: ExpressionContext, surface: ApiSurface): boolean {
  if (library !== undefined) {
    return libraryIsKnown(library, surface, 'new', versionOf(surface), libraryScope(context));
  }
  const since = variableFacts.get(name)?.since;
  return since === undefined || factMinor(since) <= surface.versions.binary;
}

function libraryScope({ finds, mutates }: ExpressionContext): LibraryScope {
  return finds === 'device' ? 'device' : mutates ? 'mutation' : undefined;
}

function symbolsOf(library: Library): readonly CelSymbol[] {
  const since = sinceOf(library);
  const functions = Object.entries(library.functions).flatMap(([name, facts]) => {
    if (facts === undefined || !/^[a-zA-Z]/.test(name) || facts.says === '') return [];
    const members = facts.overloads.filter((overload) => !overload.startsWith('('));
    const globals = facts.overloads.filter((overload) => overload.startsWith('('));
    const symbol = (overloads: readonly string[], isMember: boolean): readonly CelSymbol[] => {
      const signatures = overloads.map((text) => (isMember ? text.replace('.(', `.${name}(`) : `${name}${text}`));
      return overloads.length === 0
        ? []
        : [{ kind: 'function', name, signatures, description: facts.says, isMember, since, library }];
    };
    return [...symbol(members, true), ...symbol(globals, false)];
  });
  const macros = Object.entries(library.macros ?? {}).flatMap(([name, facts]): readonly CelSymbol[] => {
    if (facts === undefined) return [];
    const isMember = facts.forms.some((form) => form.includes('/'));
    const signatures = facts.forms.map((form) => macroSignature(name, form));
    return [{ kind: 'macro', name, signatures, description: facts.says, isMember, since, library }];
  });
  return [...functions, ...macros];
}

/** Variables come first and the expression that is evaluated for each element last. */
function macroSignature(name: string, form: string): string {
  const count = Number(/\d+/.exec(form)?.[0] ?? 1);
  if (!form.includes('/')) return `${name}(field)`;
  const twoVariables = /^(?:all|exists|exists_one|existsOne)\/3$|^transform/.test(form);
  const variables = twoVariables ? ['key', 'value'] : ['name'];
  const rest = count - variables.length;
  const parts = rest > 1 ? ['filter', 'expression'] : ['expression'];
  return `${name === 'bind' ? 'cel' : 'range'}.${name}(${[...variables, ...parts].join(', ')})`;
}

function sinceOf({ library, introduced, binary }: Library): string | undefined {
  if (introduced === undefined) return undefined;
  const came = `Introduced in Kubernetes ${formatMinor(factMinor(introduced))} (${library})`;
  return binary === undefined ? `${came}.` : `${came}, and is in servers from ${formatMinor(factMinor(binary))} on.`;
}

function variablesAt({ finds, field }: ExpressionContext): readonly CelSymbol[] {
  if (finds === 'self') return selfVariables;
  return [...variableFacts].flatMap(([name, { says, type, since }]): readonly CelSymbol[] => {
    if ((name === 'device') !== (finds === 'device')) return [];
    if (name.startsWith('authorizer') && field === 'messageExpression') return [];
    const came = since === undefined ? undefined : `Introduced in Kubernetes ${formatMinor(factMinor(since))}.`;
    const signatures = [`${name}: ${type}`];
    return [
      { kind: 'variable', name, signatures, description: says, isMember: false, since: came, library: undefined },
    ];
  });
}

const selfVariables: readonly CelSymbol[] = [
  {
    kind: 'variable',
    name: 'self',
    signatures: ['self'],
    description: 'The value that the schema describes.',
    isMember: false,
    since: undefined,
    library: undefined,
  },
  {
    kind: 'variable',
    name: 'oldSelf',
    signatures: ['oldSelf'],
    description: 'The value before an update: a create skips rules that use it, unless `optionalOldSelf` is true.',
    isMember: false,
    since: undefined,
    library: undefined,
  },
];
