import resources from '../../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { Expression } from '../../../languages/expression.ts';
import { evaluate, type Scope } from '../evaluate.ts';
import { joinPath, type NeighbouringFiles } from '../neighbouringFiles.ts';
import {
  type Budget,
  missingValue,
  noOrigin,
  openValue,
  type SourceFile,
  type Value,
  valueAtPath,
  valueBelow,
} from '../value.ts';
import { attributeOf, blockValue } from './blockValue.ts';
import { callWithFiles } from './dataFiles.ts';
import { type InFile, readTerraformFolder, type TerraformFolder } from './folder.ts';
import { callHcl } from './hclFunctions.ts';
import { type BlockInstance, instancesOf, withoutIndex } from './instances.ts';
import { withTypeDefaults } from './typeDefaults.ts';

/** The arguments of a module call. */
export interface Call {
  /** The arguments of the caller; undefined for a root module, whose values are in files. */
  readonly given: Value | undefined;
  /** The values file that is named for the root module. */
  readonly valuesFile: string | undefined;
}

/** The shared state of all modules of one call. */
export interface ModuleReading {
  readonly surroundings: NeighbouringFiles;
  readonly budget: Budget;
  /** The folder that the tool runs in. */
  readonly root: string;
  /** The folders of this module and its callers: a module cannot call itself. */
  readonly stack: readonly string[];
}

/** A folder beside the caller (https://developer.hashicorp.com/terraform/language/modules/sources#local-paths). */
export const localSource = /^\.\.?\//;

/** The maximum nesting of modules. */
const maxDepth = 6;

/** The names of a Terraform folder in one call. */
export class TerraformModule {
  readonly folder: TerraformFolder;
  readonly reading: ModuleReading;
  readonly #call: Call;

  constructor(folder: TerraformFolder, call: Call, reading: ModuleReading) {
    this.folder = folder;
    this.reading = reading;
    this.#call = call;
  }

  /** The names visible to an expression of a file, in an instance of its block. */
  scope(file: SourceFile, instance?: BlockInstance): Scope {
    const { surroundings, budget, root } = this.reading;
    const files = { surroundings, budget, root, folder: this.folder.path };
    return {
      file,
      budget,
      lookUp: (name, keys) => this.#lookUp(name, keys, instance),
      call: (name, values) => callWithFiles(name, values, files) ?? callHcl(name, values),
    };
  }

  /** A module in a local folder that a block of this one calls; undefined if the folder does not exist. */
  called(source: string, given: Value): TerraformModule | undefined {
    const { surroundings, stack } = this.reading;
    const path = joinPath(this.folder.path, source);
    if (!localSource.test(source) || stack.length > maxDepth || stack.includes(path)) return undefined;
    const folder = readTerraformFolder(path, surroundings);
    if (folder === undefined) return undefined;
    const reading = { ...this.reading, stack: [...stack, path] };
    return new TerraformModule(folder, { given, valuesFile: undefined }, reading);
  }

  /** The value of an output; undefined if the module does not have it. */
  output(name: string): Value | undefined {
    const block = this.folder.outputs.get(name);
    return block && attributeOf(block.is.body, 'value', this.scope(block.file));
  }

  #lookUp(name: string, keys: readonly string[], instance: BlockInstance | undefined): Value {
    const [first = '', second = ''] = keys;
    const rest = keys.slice(1);
    const address = [name, ...keys].join('.');
    const below = (value: Value, path: readonly string[]) => valueBelow(value, path) ?? missingValue(address);
    switch (name) {
      case 'var':
        return below(this.#variable(first), rest);
      case 'local': {
        const local = this.folder.locals.get(first);
        if (local === undefined) return this.#missing(`local.${first} is not defined in this folder`);
        return below(this.#evaluate(local), rest);
      }
      case 'each':
        if (instance?.key === undefined) return this.#computed(address);
        return below(first === 'key' ? instance.key : instance.value, rest);
      case 'count':
        return instance?.index ?? this.#computed(address);
      case 'data':
        return this.#dataSource(first, second, keys.slice(2)) ?? this.#computed(address);
      case 'module':
        return this.#outputOf(first, rest) ?? this.#absentModule(first) ?? this.#computed(address);
      case 'path':
        return this.#pathOf(first) ?? this.#computed(address);
      case 'terraform':
        return this.#computed(address);
      default: {
        const block = this.folder.blocks.get(`${name}.${first}`);
        const value = block && valueBelow(blockValue(block.is.body, this.scope(block.file)), withoutIndex(rest));
        return value === undefined || value.kind === 'null' ? this.#computed(address) : value;
      }
    }
  }

  #evaluate({ file, is }: InFile<Expression>): Value {
    return evaluate(is, this.scope(file));
  }

  /** Values count in the order of https://developer.hashicorp.com/terraform/language/values/variables. */
  #variable(name: string): Value {
    const declared = this.folder.variables.get(name);
    if (declared === undefined) return this.#missing(`var.${name} is not declared in this folder`);
    const { is, file } = declared;
    const attribute = (wanted: string) => is.body.attributes.find((attribute) => attribute.name === wanted)?.value;
    const fallback = attribute('default');
    const given = this.#given(name);
    const nullable = attribute('nullable');
    // A variable that may not be null takes its default for null.
    const isNull = given?.kind === 'null' && nullable?.kind === 'word' && nullable.text === 'false';
    const scope = this.scope(file);
    const value = given !== undefined && !isNull ? given : fallback && evaluate(fallback, scope);
    return value === undefined ? this.#unset(name) : withTypeDefaults(value, attribute('type'), scope);
  }

  /** The value of a variable from the caller or a values file. */
  #given(name: string): Value | undefined {
    const { given, valuesFile } = this.#call;
    if (given !== undefined) return valueBelow(given, [name]);
    const { named, values } = this.folder;
    const written = (valuesFile === undefined ? undefined : named.get(valuesFile)?.get(name)) ?? values.get(name);
    return written && this.#evaluate(written);
  }

  #unset(name: string): Value {
    const files = [...this.folder.named].flatMap(([file, values]) => (values.has(name) ? [file] : []));
    const elsewhere =
      files.length > 0 && this.#call.given === undefined
        ? `; ${files.join(', ')} ${files.length === 1 ? 'sets' : 'set'} it and can be named instead`
        : '';
    return this.#missing(`var.${name} has no value here${elsewhere}`);
  }

  /** An output of a local module: `module.NAME.OUTPUT`, or `module.NAME["key"].OUTPUT` if it has several instances. */
  #outputOf(name: string, keys: readonly string[]): Value | undefined {
    const block = this.folder.blocks.get(`module.${name}`);
    if (block === undefined) return undefined;
    const scope = this.scope(block.file);
    const source = attributeOf(block.is.body, 'source', scope);
    if (source.kind !== 'text') return undefined;
    const hasOneInstance = !block.is.body.attributes.some(
      (attribute) => attribute.name === 'for_each' || attribute.name === 'count',
    );
    const [key = '', ...more] = keys;
    const instances = instancesOf(block.is, scope);
    const each = hasOneInstance
      ? undefined
      : (instances.find((instance) => instance.key === key) ?? instances[0])?.each;
    const [output = '', ...rest] = hasOneInstance ? keys : more;
    const module = this.called(source.text, blockValue(block.is.body, this.scope(block.file, each)));
    const value = module?.output(output);
    return value && valueBelow(value, rest);
  }

  /** Why a called module is not read: its folder does not exist, or it is not in the repository. */
  #absentModule(name: string): Value | undefined {
    const block = this.folder.blocks.get(`module.${name}`);
    const source = block && attributeOf(block.is.body, 'source', this.scope(block.file));
    if (source?.kind !== 'text') return undefined;
    if (!localSource.test(source.text))
      return openValue(`the module "${name}" is not in this repository: ${source.text}`);
    const path = joinPath(this.folder.path, source.text);
    const exists = readTerraformFolder(path, this.reading.surroundings) !== undefined;
    return exists ? undefined : openValue(`the module "${name}" does not exist: ${source.text}`);
  }

  #pathOf(name: string): Value | undefined {
    const path = name === 'module' ? this.folder.path : name === 'root' ? this.reading.root : undefined;
    if (path === undefined) return undefined;
    return { kind: 'text', type: 'string', text: path === '' ? '.' : path, origin: noOrigin, isGenerated: true };
  }

  /** A data source for the newest patch of a minor gives the minor. */
  #dataSource(type: string, name: string, keys: readonly string[]): Value | undefined {
    const fact = resources.terraform.lookups.find(({ types }) => types.includes(type));
    const block = this.folder.blocks.get(`data.${type}.${name}`);
    const [attribute = ''] = withoutIndex(keys);
    if (fact === undefined || block === undefined || !fact.attributes.includes(attribute)) return undefined;
    const value = blockValue(block.is.body, this.scope(block.file));
    const prefix = fact.prefix.map((path) => valueAtPath(value, path)).find((candidate) => candidate !== undefined);
    if (prefix === undefined) return openValue(`"data.${type}.${name}.${attribute}" is the newest version at run time`);
    if (prefix.kind !== 'text') return prefix;
    if (prefix.text === '') return openValue(`"data.${type}.${name}.${attribute}" is the newest version at run time`);
    return /^v?1\.\d+/.test(prefix.text)
      ? { ...prefix, text: prefix.text.replace(/[.-]+$/, ''), isGenerated: true }
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
