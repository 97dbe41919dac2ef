import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { maxSettingBytes, readBytes } from './readFile.ts';

/** The `.gitignore` rules of a folder: its own and those of its parents. */
export class IgnoreRules {
  readonly #rules: Ignore;
  /** The folder of the `.gitignore`, with `/` at its end and as separator. */
  readonly #base: string;
  readonly #above: IgnoreRules | undefined;

  private constructor(rules: Ignore, base: string, above: IgnoreRules | undefined) {
    this.#rules = rules;
    this.#base = base;
    this.#above = above;
  }

  /** The rules of `folder`, given those of its parent; the same object if the folder has no `.gitignore`. */
  static of(folder: string, above: IgnoreRules | undefined): IgnoreRules | undefined {
    const text = textOf(join(folder, '.gitignore'));
    if (text === undefined) return above;
    return new IgnoreRules(ignore().add(text), slashed(`${folder}/`), above);
  }

  /** The rules that a Git work tree already has for `folder`: from the folder with `.git` down to its parent. */
  static above(folder: string, hasGit: (folder: string) => boolean): IgnoreRules | undefined {
    const chain: string[] = [];
    let at = folder;
    while (!hasGit(at)) {
      const parent = dirname(at);
      if (parent === at) return undefined;
      chain.unshift(parent);
      at = parent;
    }
    let rules: IgnoreRules | undefined;
    for (const item of chain) rules = IgnoreRules.of(item, rules);
    return rules;
  }

  /** Whether Git ignores `path`, absolute; a nearer `.gitignore` takes precedence. */
  ignores(path: string, isFolder: boolean): boolean {
    const relative = slashed(path).slice(this.#base.length) + (isFolder ? '/' : '');
    const { ignored, unignored } = this.#rules.test(relative);
    if (ignored) return true;
    if (unignored) return false;
    return this.#above?.ignores(path, isFolder) ?? false;
  }
}

function slashed(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/\/+$/, '/');
}

/** Without the file, or without the right to read it, there are no rules to follow. */
function textOf(path: string): string | undefined {
  return readBytes(path, maxSettingBytes)?.toString('utf8');
}
