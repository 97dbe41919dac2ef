import resources from '../../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { Block, Expression } from '../../../languages/expression.ts';
import { evaluate, type Scope } from '../evaluate.ts';
import { type Budget, openValue, type SourceFile, type Value, valueAtPath, valueBelow } from '../value.ts';
import { blockValue } from './blockValue.ts';
import type { InFile, TerraformFolder } from './folder.ts';

/** What a module is called with. */
export interface Call {
  /** The values that the caller gives; undefined for a root module, which takes them from files. */
  readonly given: Value | undefined;
  /** The file of values that was named for it, if one was. */
  readonly valuesFile: string | undefined;
}

/** One of several instances of a block: what `each` is there. */
export interface ForEachItem {
  readonly key: Value;
  readonly value: Value;
}

/** The names of a folder of Terraform as it is called once. */
export class TerraformModule {
  readonly folder: TerraformFolder;
  readonly budget: Budget;
  readonly #call: Call;

  constructor(folder: TerraformFolder, call: Call, budget: Budget) {
    this.folder = folder;
    this.budget = budget;
    this.#call = call;
  }

  /** The names where an expression of a file stands, in an instance of its block. */
  scope(file: SourceFile, forEachItem?: ForEachItem): Scope {
    const lookUp = (name: string, keys: readonly string[]) => this.#lookUp(name, keys, forEachItem);
    return { file, budget: this.budget, lookUp };
  }

  #lookUp(name: string, keys: readonly string[], forEachItem: ForEachItem | undefined): Value {
    const [first = '', second = ''] = keys;
    const rest = keys.slice(1);
    const address = [name, ...keys].join('.');
    const below = (value: Value, path: readonly string[]) =>
      valueBelow(value, path) ?? openValue(`"${address}" is not defined here`);
    switch (name) {
      case 'var':
        return below(this.#variable(first), rest);
      case 'local': {
        const local = this.folder.locals.get(first);
        if (local === undefined) return this.#missing(`local.${first} is not defined in this folder`);
        return below(this.#evaluate(local), rest);
      }
      case 'each':
        if (forEachItem === undefined) return openValue(`"${address}" is known only at run time`);
        return below(first === 'key' ? forEachItem.key : forEachItem.value, rest);
      case 'data':
        return this.#looked(first, second, keys.slice(2)) ?? this.#computed(address);
      case 'module':
      case 'count':
      case 'path':
      case 'terraform':
        return this.#computed(address);
      default: {
        const block = this.folder.blocks.get(`${name}.${first}`);
        const value = block && valueBelow(blockValue(block.is.body, this.scope(block.file)), withoutIndex(rest));
        return value ?? this.#computed(address);
      }
    }
  }

  #evaluate({ file, is }: InFile<Expression>): Value {
    return evaluate(is, this.scope(file));
  }

  /** Values count in the order of https://developer.hashicorp.com/terraform/language/values/variables. */
  #variable(name: string): Value {
    const { folder } = this;
    const { given, valuesFile } = this.#call;
    const called = given === undefined ? undefined : valueBelow(given, [name]);
    if (called !== undefined) return called;
    const declared = folder.variables.get(name);
    const fromFiles =
      given !== undefined
        ? undefined
        : ((valuesFile === undefined ? undefined : folder.named.get(valuesFile)?.get(name)) ?? folder.values.get(name));
    if (fromFiles !== undefined) return this.#evaluate(fromFiles);
    const fallback = declared?.is.body.attributes.find((attribute) => attribute.name === 'default');
    if (declared !== undefined && fallback !== undefined) {
      return this.#evaluate({ file: declared.file, is: fallback.value });
    }
    if (declared === undefined) return this.#missing(`var.${name} is not declared in this folder`);
    const files = [...folder.named].flatMap(([file, values]) => (values.has(name) ? [file] : []));
    const elsewhere =
      files.length > 0 && given === undefined
        ? `; ${files.join(', ')} ${files.length === 1 ? 'gives' : 'give'} it one and can be named instead`
        : '';
    return this.#missing(`nothing here gives var.${name} a value${elsewhere}`);
  }

  /** A data source that finds the newest patch of a minor tells the minor. */
  #looked(type: string, name: string, keys: readonly string[]): Value | undefined {
    const fact = resources.terraform.lookups.find(({ types }) => types.includes(type));
    const block = this.folder.blocks.get(`data.${type}.${name}`);
    const [attribute = ''] = withoutIndex(keys);
    if (fact === undefined || block === undefined || !fact.attributes.includes(attribute)) return undefined;
    const value = blockValue(block.is.body, this.scope(block.file));
    const prefix = fact.prefix.map((path) => valueAtPath(value, path)).find((candidate) => candidate !== undefined);
    if (prefix === undefined) return openValue(`"data.${type}.${name}.${attribute}" is the newest version at run time`);
    if (prefix.kind !== 'text') return prefix;
    return /^v?1\.\d+/.test(prefix.text)
      ? { ...prefix, text: prefix.text.replace(/[.-]+$/, ''), made: true }
      : openValue(`"${prefix.text}" is not a minor version`);
  }

  #computed(address: string): Value {
    return openValue(`"${address}" is known only at run time`);
  }

  #missing(what: string): Value {
    const [unreadable] = this.folder.unreadable;
    return openValue(unreadable === undefined ? what : `${what}; ${unreadable}`);
  }
}

/** The instances of a block by its `for_each` or `count`: none, one or many, and never more than can be looked at. */
export function instancesOf(
  { body }: Block,
  scope: Scope,
): readonly { readonly each?: ForEachItem; readonly key?: string }[] {
  const forEach = body.attributes.find(({ name }) => name === 'for_each');
  if (forEach !== undefined) {
    const value = evaluate(forEach.value, scope);
    if (value.kind === 'map') {
      return value.keys.slice(0, mostInstances).map((key) => ({
        key,
        each: { key: made(key, scope), value: value.get(key) ?? openValue(`"${key}" has no value`) },
      }));
    }
    if (value.kind === 'list') {
      return value
        .items()
        .slice(0, mostInstances)
        .map((item) =>
          item.kind === 'text'
            ? { key: item.text, each: { key: item, value: item } }
            : { each: { key: item, value: item } },
        );
    }
    const unknown = value.kind === 'open' ? value : openValue('the value of for_each is not known here');
    return [{ each: { key: unknown, value: unknown } }];
  }
  const count = body.attributes.find(({ name }) => name === 'count');
  const number = count === undefined ? undefined : evaluate(count.value, scope);
  return number?.kind === 'text' && number.text === '0' ? [] : [{}];
}

const mostInstances = 100;

function made(text: string, { file }: Scope): Value {
  return { kind: 'text', type: 'string', text, made: true, origin: { file, span: { start: 0, end: 0 } } };
}

/** `[0]` behind a resource with `count` is the resource. */
function withoutIndex(keys: readonly string[]): readonly string[] {
  return /^\d+$/.test(keys[0] ?? '') ? keys.slice(1) : keys;
}
