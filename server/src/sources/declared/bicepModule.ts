import { type BicepStatement, readBicep } from '../../languages/bicep.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { Cursor } from '../cursor.ts';
import type { DescribedCluster } from '../description.ts';
import { azureCluster, azureModuleCluster, mayDeclareAzure } from './azure.ts';
import { callAzure } from './azureFunctions.ts';
import { documentValue } from './documentValue.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { fileAt, folderOf, joinPath, type NeighbouringFiles, nameOf, parseOnce } from './neighbouringFiles.ts';
import { Budget, openValue, type SourceFile, type Value, valueBelow } from './value.ts';

/** The maximum nesting of modules. */
const maxDepth = 6;

/** Whether a file is Bicep, or parameters for it, by its name. */
export function isBicepFile(path: string): boolean {
  return /\.bicep(?:param)?$/.test(path);
}

const parse = parseOnce(({ text }) => readBicep(text));

/**
 * The clusters that a Bicep file declares, or those of the template of a parameter file. Parameters, variables and
 * local modules are followed; never throws.
 */
export function describeBicep(file: SourceFile, surroundings: NeighbouringFiles): readonly DescribedCluster[] {
  const budget = new Budget();
  if (!file.path.endsWith('.bicepparam')) {
    if (!mayDeclareAzure(file.text) && !/\bmodule\s+\w+\s+'/.test(file.text)) return [];
    const given = valuesBeside(file, surroundings, budget);
    return clustersIn({ file, head: undefined, shown: file, given, surroundings, budget, stack: [file.path] });
  }
  const { using } = parse(file, surroundings);
  const template = using === undefined ? undefined : fileAt(joinPath(folderOf(file.path), using), surroundings);
  if (template === undefined) return [];
  const given = parametersOf(file, surroundings, budget);
  const head = { start: 0, end: 0 };
  return clustersIn({ file: template, head, shown: file, given, surroundings, budget, stack: [template.path] });
}

interface Template {
  readonly file: SourceFile;
  /** The described file. */
  readonly shown: SourceFile;
  /** The span in it that represents the template; undefined for the file itself. */
  readonly head: { readonly start: number; readonly end: number } | undefined;
  readonly given: Value | undefined;
  readonly surroundings: NeighbouringFiles;
  readonly budget: Budget;
  /** The paths of this template and its callers: a template cannot call itself. */
  readonly stack: readonly string[];
}

function clustersIn(template: Template): readonly DescribedCluster[] {
  const { file, given, surroundings, budget } = template;
  const { statements } = parse(file, surroundings);
  const scope = scopeOf(file, statements, given, budget);
  return statements.flatMap((statement): readonly DescribedCluster[] => {
    const { keyword, value } = statement;
    if (value === undefined || (keyword !== 'resource' && keyword !== 'module')) return [];
    const properties = evaluate(value, scope);
    if (properties.kind !== 'list') return clustersOf(statement, properties, template);
    // A loop declares one resource per item; equal clusters are listed once.
    return distinct(properties.items().flatMap((item) => clustersOf(statement, item, template)));
  });
}

function clustersOf(
  { keyword, name: label, type, head: span }: BicepStatement,
  properties: Value,
  template: Template,
): readonly DescribedCluster[] {
  const { file, shown, surroundings, budget, stack } = template;
  const head = template.head ?? span;
  const declared = { language: 'Bicep', type, label, file: shown, head } as const;
  if (keyword === 'resource') return azureCluster({ ...declared, properties });
  const params = valueBelow(properties, ['params']) ?? openValue('the module is called in an unsupported way');
  const module = azureModuleCluster({ ...declared, properties: params });
  if (module.length > 0 || !/^[.\w-].*\.bicep$/.test(type) || stack.length > maxDepth || budget.isSpent) return module;
  const called = fileAt(joinPath(folderOf(file.path), type), surroundings);
  if (called === undefined || stack.includes(called.path)) return [];
  return clustersIn({ ...template, file: called, head, given: params, stack: [...stack, called.path] });
}

/** One cluster of each name and version. */
function distinct(clusters: readonly DescribedCluster[]): readonly DescribedCluster[] {
  const keyOf = ({ name, components }: DescribedCluster) => {
    const [version] = components.map((component) => component.version);
    return JSON.stringify([name, version?.text, version?.open]);
  };
  return [...new Map(clusters.map((cluster) => [keyOf(cluster), cluster])).values()];
}

function scopeOf(
  file: SourceFile,
  statements: readonly BicepStatement[],
  given: Value | undefined,
  budget: Budget,
): Scope {
  const named = new Map(statements.map((statement) => [statement.name, statement]));
  const scope: Scope = {
    file,
    budget,
    lookUp(name, keys) {
      const statement = named.get(name);
      const passed = given === undefined ? undefined : valueBelow(given, [name]);
      const below = (value: Value) =>
        valueBelow(value, keys) ?? openValue(`"${[name, ...keys].join('.')}" is known only at run time`);
      if (statement?.keyword === 'param' && passed !== undefined) return below(passed);
      if (statement === undefined) return openValue(`"${name}" is not declared in this file`);
      if (statement.value !== undefined && statement.keyword !== 'module')
        return below(evaluate(statement.value, scope));
      return openValue(
        statement.keyword === 'param'
          ? `the parameter ${name} has no value here`
          : `"${[name, ...keys].join('.')}" is known only at run time`,
      );
    },
    call: callAzure,
  };
  return scope;
}

/** The values in the parameter file of a template: `main.bicepparam`, `main.parameters.json`. */
export function valuesBeside(file: SourceFile, surroundings: NeighbouringFiles, budget: Budget): Value | undefined {
  const base = nameOf(file.path).replace(/\.(?:bicep|json)$/, '');
  const folder = folderOf(file.path);
  const names = [`${base}.bicepparam`, `${base}.parameters.json`];
  const texts = surroundings.files(folder, (name) => names.includes(name));
  for (const name of names) {
    const text = texts?.get(name);
    if (text !== undefined) return parametersOf({ path: joinPath(folder, name), text }, surroundings, budget);
  }
  return undefined;
}

function parametersOf(file: SourceFile, surroundings: NeighbouringFiles, budget: Budget): Value | undefined {
  if (!file.path.endsWith('.json')) {
    const { statements } = parse(file, surroundings);
    const scope = scopeOf(file, statements, undefined, budget);
    const values = new Map(
      statements.flatMap(({ keyword, name, value }) =>
        keyword === 'param' && value !== undefined ? [[name, value] as const] : [],
      ),
    );
    const get = (key: string) => {
      const value = values.get(key);
      return value === undefined ? undefined : evaluate(value, scope);
    };
    return { kind: 'map', keys: [...values.keys()], get };
  }
  const root = readManifest(file.text).documents[0]?.root;
  const written = root === undefined ? undefined : Cursor.root(file.text, root).at('parameters');
  if (written === undefined) return undefined;
  const all = documentValue(written, { file, budget, special: () => undefined });
  if (all.kind !== 'map') return undefined;
  const get = (key: string) => valueBelow(all, [key, 'value']);
  return { kind: 'map', keys: all.keys, get };
}
