import type { Attribute, Block, Body } from '../../../../languages/expression.ts';
import { readHcl } from '../../../../languages/hcl.ts';
import { evaluate, type Scope } from '../../evaluate.ts';
import { fileAt, folderOf, joinPath, type NeighbouringFiles, parseOnce } from '../../neighbouringFiles.ts';
import {
  type Budget,
  emptyMap,
  missingValue,
  noOrigin,
  nullValue,
  openValue,
  type SourceFile,
  type Value,
  valueBelow,
} from '../../value.ts';
import { attributeOf } from '../blockValue.ts';
import { callWithFiles } from '../dataFiles.ts';
import { ignoredReason } from '../folder.ts';
import { callHcl } from '../hclFunctions.ts';
import { absolutePath, findAbove, ownPath, relativePath, repositoryOf } from './parentFolders.ts';

/** The shared state of all files of one Terragrunt run. */
export interface TerragruntRun {
  readonly surroundings: NeighbouringFiles;
  readonly budget: Budget;
}

const parse = parseOnce(({ text }): Body => {
  return ignoredReason(text) === undefined ? readHcl(text) : { attributes: [], blocks: [] };
});

/** The maximum depth of files that include or read other files. */
const maxDepth = 10;

/**
 * A Terragrunt file, run or included (https://terragrunt.gruntwork.io/docs/reference/hcl/blocks/). Values from other
 * units, the environment or commands are unknown.
 */
export class TerragruntConfiguration {
  readonly file: SourceFile;
  readonly #run: TerragruntRun;
  /** The folder that Terragrunt runs in: for an included file, that of the including file. */
  readonly #unit: string;
  readonly #depth: number;
  readonly #body: Body;

  constructor(file: SourceFile, run: TerragruntRun, unit = folderOf(file.path), depth = 0) {
    this.file = file;
    this.#run = run;
    this.#unit = unit;
    this.#depth = depth;
    this.#body = parse(file, run.surroundings);
  }

  get scope(): Scope {
    const { file } = this;
    const { budget } = this.#run;
    return {
      file,
      budget,
      lookUp: (name, keys) => this.#lookUp(name, keys),
      call: (name, values) => this.#call(name, values),
    };
  }

  /** The source of the module, with its block in this file; undefined if no file has one. */
  source(): { readonly value: Value; readonly block: Block | undefined } | undefined {
    const block = this.#blocks('terraform').find(({ body }) => body.attributes.some(({ name }) => name === 'source'));
    if (block !== undefined) return { value: attributeOf(block.body, 'source', this.scope), block };
    for (const { configuration } of this.#included()) {
      const found = configuration.source();
      if (found !== undefined) return { ...found, block: undefined };
    }
    return undefined;
  }

  /** The inputs of the module: those of included files, overridden by the file's own. */
  inputs(): Value {
    const written = this.#attribute('inputs');
    let inputs = written === undefined ? emptyMap : this.#value(written);
    for (const { configuration, strategy } of this.#included()) {
      if (strategy !== 'no_merge') inputs = merged(inputs, configuration.inputs(), strategy === 'deep');
    }
    return inputs;
  }

  /** The span of the attribute `inputs`; undefined if the file has none. */
  get inputsSpan(): { readonly start: number; readonly end: number } | undefined {
    return this.#attribute('inputs')?.nameSpan;
  }

  #blocks(type: string): readonly Block[] {
    return this.#body.blocks.filter((block) => block.type === type);
  }

  #attribute(name: string): Attribute | undefined {
    return this.#body.attributes.find((attribute) => attribute.name === name);
  }

  #value({ value }: Attribute): Value {
    return evaluate(value, this.scope);
  }

  #included(): readonly {
    readonly name: string;
    readonly strategy: string;
    readonly configuration: TerragruntConfiguration;
  }[] {
    if (this.#depth >= maxDepth) return [];
    return this.#blocks('include').flatMap((block) => {
      const path = attributeOf(block.body, 'path', this.scope);
      const file = path.kind === 'text' ? this.#fileAt(path.text) : undefined;
      if (file === undefined || file.path === this.file.path) return [];
      const strategy = attributeOf(block.body, 'merge_strategy', this.scope);
      return [
        {
          name: block.labels[0] ?? '',
          strategy: strategy.kind === 'text' ? strategy.text : 'shallow',
          configuration: new TerragruntConfiguration(file, this.#run, this.#unit, this.#depth + 1),
        },
      ];
    });
  }

  #fileAt(path: string): SourceFile | undefined {
    const { surroundings } = this.#run;
    const isWhole = path.startsWith('/');
    return fileAt(isWhole ? ownPath(path, this.#unit) : joinPath(folderOf(this.file.path), path), surroundings);
  }

  #lookUp(name: string, keys: readonly string[]): Value {
    const [first = '', ...rest] = keys;
    const address = [name, ...keys].join('.');
    const below = (value: Value | undefined, path: readonly string[]) =>
      (value && valueBelow(value, path)) ?? missingValue(address);
    if (name === 'local') return below(this.#local(first), rest);
    if (name === 'include') {
      const included = this.#included();
      const named = included.find((parent) => parent.name === first);
      const chosen = named ?? included[0];
      return below(
        chosen === undefined ? undefined : chosen.configuration.#content(),
        named === undefined ? keys : rest,
      );
    }
    if (name === 'dependency') return openValue(`"${address}" is an output of another unit`);
    return openValue(`"${address}" is known only at run time`);
  }

  #local(name: string): Value | undefined {
    const attributes = this.#blocks('locals').flatMap(({ body }) => body.attributes);
    const found = attributes.find((attribute) => attribute.name === name);
    return found && this.#value(found);
  }

  /** The part of this file that other files can read. */
  #content(): Value {
    const locals: Value = {
      kind: 'map',
      keys: this.#blocks('locals').flatMap(({ body }) => body.attributes.map(({ name }) => name)),
      get: (name) => this.#local(name),
    };
    const get = (name: string) => (name === 'locals' ? locals : name === 'inputs' ? this.inputs() : undefined);
    return { kind: 'map', keys: ['locals', 'inputs'], get };
  }

  #call(name: string, values: readonly Value[]): Value | undefined {
    const { surroundings, budget } = this.#run;
    const [first] = values;
    const folder = folderOf(this.file.path);
    switch (name) {
      case 'find_in_parent_folders':
        return this.#above(first);
      case 'get_terragrunt_dir':
      case 'get_original_terragrunt_dir':
        return textValue(absolutePath(this.#unit));
      case 'get_parent_terragrunt_dir':
        return textValue(absolutePath(folder));
      case 'path_relative_to_include':
        return textValue(relativePath(folder, this.#unit));
      case 'path_relative_from_include':
        return textValue(relativePath(this.#unit, folder));
      case 'get_repo_root': {
        const root = repositoryOf(this.#unit, surroundings);
        return textValue(root && absolutePath(root));
      }
      case 'get_path_from_repo_root': {
        const root = repositoryOf(this.#unit, surroundings);
        return textValue(root && relativePath(root, this.#unit));
      }
      case 'get_path_to_repo_root': {
        const root = repositoryOf(this.#unit, surroundings);
        return textValue(root && relativePath(this.#unit, root));
      }
      case 'read_terragrunt_config':
        return this.#read(first);
      case 'get_env':
        return openValue(`it depends on the environment variable ${first?.kind === 'text' ? first.text : ''}`);
      default:
        return (
          callWithFiles(
            name,
            values.map((value) => this.#beside(value)),
            { surroundings, budget, folder, root: folder },
          ) ?? callHcl(name, values)
        );
    }
  }

  /** Converts an absolute path from a function to one relative to the folder of the file. */
  #beside(value: Value): Value {
    if (value.kind !== 'text' || value.isGenerated === undefined || !value.text.startsWith('/')) return value;
    return { ...value, text: relativePath(folderOf(this.file.path), ownPath(value.text, this.#unit)) };
  }

  #above(name: Value | undefined): Value {
    if (name?.kind === 'open') return name;
    const wanted = name?.kind === 'text' ? name.text : 'terragrunt.hcl';
    const found = findAbove(this.#unit, wanted, this.#run.surroundings);
    return found === undefined ? missingValue(`${wanted} in a folder above`) : textValue(absolutePath(found.path));
  }

  #read(path: Value | undefined): Value {
    if (path?.kind !== 'text') return path ?? nullValue;
    const file = this.#depth >= maxDepth ? undefined : this.#fileAt(path.text);
    if (file === undefined) return { ...openValue(`the file ${path.text} cannot be read`), missing: true };
    return new TerragruntConfiguration(file, this.#run, folderOf(file.path), this.#depth + 1).#content();
  }
}

function textValue(text: string | undefined): Value {
  if (text === undefined) return openValue('the root of the repository is not known');
  return { kind: 'text', type: 'string', text, origin: noOrigin, isGenerated: true };
}

/** Merges two maps by key, `upper` first; with `deep`, maps in both are merged as well. */
function merged(upper: Value, lower: Value, deep: boolean): Value {
  if (upper.kind !== 'map') return upper;
  if (lower.kind !== 'map') return lower.kind === 'open' && upper.keys.length === 0 ? lower : upper;
  const get = (key: string) => {
    const [overriding, under] = [upper.get(key), lower.get(key)];
    if (overriding === undefined || under === undefined) return overriding ?? under;
    return deep && overriding.kind === 'map' && under.kind === 'map' ? merged(overriding, under, deep) : overriding;
  };
  return { kind: 'map', keys: [...new Set([...upper.keys, ...lower.keys])], get };
}
