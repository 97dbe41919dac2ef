import sops from '../../../../data/authored/sops.json' with { type: 'json' };
import type { Block, Body, Expression } from '../../../languages/expression.ts';
import { type HclFile, readHcl } from '../../../languages/hcl.ts';
import { readHclJson } from '../../../languages/hclJson.ts';
import { folderOf, joinPath, type NeighbouringFiles, nameOf, parseOnce } from '../neighbouringFiles.ts';
import type { SourceFile } from '../value.ts';

/** Something with its file. */
export interface InFile<T> {
  readonly file: SourceFile;
  readonly is: T;
}

/** The combined files of a Terraform folder. */
export interface TerraformFolder {
  readonly path: string;
  readonly variables: ReadonlyMap<string, InFile<Block>>;
  readonly locals: ReadonlyMap<string, InFile<Expression>>;
  /** Resources, data sources and modules by their address: `aws_eks_cluster.this`, `data.x.y`, `module.eks`. */
  readonly blocks: ReadonlyMap<string, InFile<Block>>;
  /** The outputs of a module, by name. */
  readonly outputs: ReadonlyMap<string, InFile<Block>>;
  /** The values in automatically loaded files, `terraform.tfvars` and `*.auto.tfvars`. */
  readonly values: ReadonlyMap<string, InFile<Expression>>;
  /** Other values files, which must be named on the command line, by file. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, InFile<Expression>>>;
  /** Files that could not be read, as phrases. */
  readonly unreadable: readonly string[];
}

const code = /\.(?:tf|tofu)(?:\.json)?$/;
const values = /\.tfvars(?:\.json)?$/;

/** The maximum length of a file, in UTF-16 units: larger files are not written by hand. */
const maxLength = 2_000_000;

/** Whether a file has the syntax of Terraform by its name. */
export function isTerraformFile(path: string): boolean {
  return code.test(path) || values.test(path);
}

/** Whether a file gives variables their values. */
export function isValuesFile(path: string): boolean {
  return values.test(path);
}

/**
 * Whether Terraform loads a values file automatically
 * (https://developer.hashicorp.com/terraform/language/values/variables).
 */
export function isLoadedAutomatically(name: string): boolean {
  return /^terraform\.tfvars(?:\.json)?$|\.auto\.tfvars(?:\.json)?$/.test(name);
}

/** Parses a file as HCL or JSON, by its name. */
function readTerraformText(name: string, text: string): HclFile {
  return name.endsWith('.json') ? readHclJson(text) : readHcl(text);
}

/** Parses a file, each text once. */
export const parseTerraform = parseOnce(({ path, text }) => readTerraformText(nameOf(path), text));

/** A folder without files. */
export function emptyTerraformFolder(path: string) {
  const unreadable: string[] = [];
  return {
    path,
    variables: new Map<string, InFile<Block>>(),
    locals: new Map<string, InFile<Expression>>(),
    blocks: new Map<string, InFile<Block>>(),
    outputs: new Map<string, InFile<Block>>(),
    values: new Map<string, InFile<Expression>>(),
    named: new Map<string, ReadonlyMap<string, InFile<Expression>>>(),
    unreadable,
  } satisfies TerraformFolder;
}

/**
 * Reads the files of a folder; undefined if the folder does not exist.
 *
 * @param open a file whose text replaces that on disk.
 */
export function readTerraformFolder(
  path: string,
  surroundings: NeighbouringFiles,
  open?: SourceFile,
): TerraformFolder | undefined {
  const listed = surroundings.files(path, isTerraformFile);
  if (listed === undefined && open === undefined) return undefined;
  const texts = new Map<string, string | undefined>(listed ?? []);
  if (open !== undefined && folderOf(open.path) === path) texts.set(nameOf(open.path), open.text);
  const folder = emptyTerraformFolder(path);
  for (const name of [...texts.keys()].sort(readingOrder)) {
    const text = texts.get(name);
    const refused = text === undefined ? 'cannot be read' : ignoredReason(text);
    if (text === undefined || refused !== undefined) {
      folder.unreadable.push(`${name} ${refused}`);
      continue;
    }
    const file = { path: joinPath(path, name), text };
    const read = parseTerraform(file, surroundings);
    const [problem] = read.problems;
    if (problem !== undefined) {
      const line = text.slice(0, problem.start).split('\n').length;
      folder.unreadable.push(`line ${line} of ${name} cannot be read (${problem.message})`);
    }
    if (isValuesFile(name)) addValues(folder, name, file, read);
    else addCode(folder, file, read);
  }
  return folder;
}

type MutableFolder = ReturnType<typeof emptyTerraformFolder>;

function addValues(folder: MutableFolder, name: string, file: SourceFile, { attributes }: Body): void {
  const given = new Map(attributes.map((attribute) => [attribute.name, { file, is: attribute.value }]));
  if (!isLoadedAutomatically(name)) folder.named.set(name, given);
  else for (const [variable, value] of given) folder.values.set(variable, value);
}

function addCode(folder: MutableFolder, file: SourceFile, { blocks }: Body): void {
  for (const block of blocks) {
    const [first = '', second = ''] = block.labels;
    if (block.type === 'variable') folder.variables.set(first, { file, is: block });
    else if (block.type === 'output') folder.outputs.set(first, { file, is: block });
    else if (block.type === 'locals') {
      for (const { name, value } of block.body.attributes) folder.locals.set(name, { file, is: value });
    } else if (block.type === 'resource') folder.blocks.set(`${first}.${second}`, { file, is: block });
    else if (block.type === 'data') folder.blocks.set(`data.${first}.${second}`, { file, is: block });
    else if (block.type === 'module') folder.blocks.set(`module.${first}`, { file, is: block });
  }
}

/** Later files override earlier ones: `terraform.tfvars` comes first, then all others by name, overrides last. */
function readingOrder(left: string, right: string): number {
  const rank = (name: string) => {
    if (name.startsWith('terraform.tfvars')) return 0;
    return /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/.test(name) ? 2 : 1;
  };
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}

/** Why a file is not read, as a phrase; undefined if it is. */
export function ignoredReason(text: string): string | undefined {
  if (text.startsWith('\0GITCRYPT')) return 'is encrypted by git-crypt';
  if (text.startsWith('$ANSIBLE_VAULT')) return 'is encrypted by Ansible Vault';
  // SOPS writes files of unknown formats as one value of a JSON object.
  if (/^\{\s*"data":/.test(text) && text.includes(`"${sops.field}"`) && text.includes(sops.begins)) {
    return 'is encrypted by SOPS';
  }
  if (text.includes('\0')) return 'is not text';
  return text.length > maxLength ? `has more than ${maxLength / 1e6} MB` : undefined;
}
