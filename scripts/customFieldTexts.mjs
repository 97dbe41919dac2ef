// Projects' descriptions of their custom resource fields, from packages generated from their definitions, so that the
// texts are not in this repository. Missing or unknown packages are skipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A Kubernetes type, described there. */
const objectMeta = 'apimachinery/apis/meta/v1/ObjectMeta';
const licences = {
  'Apache-2.0': 'the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0)',
  MIT: 'the MIT License (https://opensource.org/license/mit)',
};
/** The same description in every kind; hovers have a better one. */
const ofEveryKind = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * The texts by API group, from the newest version of each kind. A type is `{ '': text, field: text | number | [text,
 * number] }`, where a number is the type of the field or of its items, and `*` is the values of a map.
 *
 * @param owners the projects, packages and licences of texts: `server/data/authored/field-texts.json`.
 * @param folder the folder of packages.
 * @returns by group `{ notice, kinds: { Kind: type }, types }`; the notices; and the folders of the packages that
 * were used.
 */
export function readCustomFieldTexts(owners, folder = 'node_modules') {
  const found = new Map();
  const notices = [];
  const packages = [];
  for (const [name, { of, copyright, license }] of Object.entries(owners)) {
    const home = join(folder, name);
    if (!existsSync(join(home, 'package.json'))) continue;
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const notice = `Descriptions of ${of}, ${copyright}, licensed under ${licences[license]}, out of ${name} ${version}`;
    notices.push(notice);
    packages.push(home);
    for (const [group, kinds] of kindsIn(home)) {
      const known = found.get(group) ?? { notices: [], kinds: [] };
      found.set(group, { notices: [...known.notices, notice], kinds: [...known.kinds, ...kinds] });
    }
  }
  const groups = new Map();
  for (const [group, { notices: collected, kinds }] of found) {
    const pack = new Group(collected.join('; '), kinds, folder).pack();
    if (Object.keys(pack.kinds).length > 0) groups.set(group, pack);
  }
  return { groups, notices, packages };
}

/** The files of the kinds of a package by group and name, the newest version of each. */
function kindsIn(home) {
  const found = new Map();
  for (const group of readdirSync(home, { withFileTypes: true })) {
    if (!group.isDirectory() || !group.name.includes('.')) continue;
    const versions = readdirSync(join(home, group.name)).filter((name) => /^v\d+(?:(?:alpha|beta)\d+)?$/.test(name));
    const kinds = new Map();
    for (const version of versions.sort(oldestFirst)) {
      for (const file of readdirSync(join(home, group.name, version))) {
        const path = join(home, group.name, version, file);
        const kind = basename(file, '.d.ts');
        if (!file.endsWith('.d.ts') || kind === 'index') continue;
        if (readFileSync(path, 'utf8').includes(`"apiVersion": "${group.name}/${version}"`)) kinds.set(kind, path);
      }
    }
    for (const kind of kinds.keys())
      if (kinds.has(kind.replace(/List$/, '')) && kind.endsWith('List')) kinds.delete(kind);
    if (kinds.size > 0) found.set(group.name, kinds);
  }
  return found;
}

/** The reverse of Kubernetes' version order. */
function oldestFirst(a, b) {
  const parts = (version) => {
    const [, major, stage, minor] = /^v(\d+)(alpha|beta)?(\d*)$/.exec(version) ?? [];
    return [stage === undefined ? 2 : stage === 'beta' ? 1 : 0, Number(major), Number(minor || 0)];
  };
  const [first, second] = [parts(a), parts(b)];
  const differing = first.findIndex((part, index) => part !== second[index]);
  return differing < 0 ? 0 : first[differing] - second[differing];
}

/** The types of a group, each once. */
class Group {
  #notice;
  #kinds;
  #folder;
  #types = [];
  #byText = new Map();
  #byFile = new Map();

  constructor(notice, kinds, folder) {
    this.#notice = notice;
    this.#kinds = kinds;
    this.#folder = folder;
  }

  pack() {
    const kinds = {};
    for (const [kind, path] of this.#kinds) {
      const type = this.#ofFile(path, ofEveryKind);
      if (type !== undefined) kinds[kind] = type;
    }
    return { notice: this.#notice, kinds, types: this.#types };
  }

  /** The number of a file's type; undefined without texts. */
  #ofFile(path, without = new Set()) {
    if (this.#byFile.has(path)) return this.#byFile.get(path) ?? undefined;
    // A type may have itself below it.
    this.#byFile.set(path, null);
    if (!existsSync(path)) return undefined;
    const source = readFileSync(path, 'utf8');
    const imports = new Map(
      [...source.matchAll(/^import \{ (\w+) \} from "([^"]+)";$/gm)].map(([, name, from]) => [name, from]),
    );
    const declared = new Declaration(source).read();
    if (declared === undefined) return undefined;
    const number = this.#add(declared, (name) => this.#fileOf(path, imports.get(name)), without);
    this.#byFile.set(path, number ?? null);
    return number;
  }

  #fileOf(path, from) {
    if (from === undefined || from.endsWith(objectMeta)) return undefined;
    if (from.startsWith('.')) return join(dirname(path), from.replace(/\.js$/, '.d.ts'));
    return join(this.#folder, `${from}.d.ts`);
  }

  /** The number of a type; for an alias, that of its target. */
  #add({ text, type }, fileOf, without = new Set()) {
    if (type.ref !== undefined) return this.#numberOf(type, fileOf);
    const row = {};
    for (const parent of type.parents ?? []) Object.assign(row, this.#types[this.#numberOf({ ref: parent }, fileOf)]);
    delete row[''];
    if (text !== '') row[''] = text;
    const values = type.values && this.#numberOf(type.values, fileOf);
    if (values !== undefined) row['*'] = values;
    for (const [name, field] of type.fields ?? []) {
      if (without.has(name)) continue;
      const below = this.#numberOf(field.type, fileOf);
      const says = below === undefined ? field.text : field.text === '' ? below : [field.text, below];
      if (says !== '') row[name] = says;
    }
    if (Object.keys(row).length === 0) return undefined;
    const key = JSON.stringify(row);
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    this.#byText.set(key, this.#types.length);
    return this.#types.push(row) - 1;
  }

  #numberOf(type, fileOf) {
    if (type.ref === undefined) return this.#add({ text: '', type }, fileOf);
    const file = type.ref && fileOf(type.ref);
    return file === undefined ? undefined : this.#ofFile(file);
  }
}

/** The first type that a file declares, with its comment and members. */
class Declaration {
  #tokens;
  #at = 0;

  constructor(source) {
    const begin = source.search(/^(?:\/\*\*[\s\S]*?\*\/\s*)?export (?:interface|type) \w+/m);
    this.#tokens =
      begin < 0 ? [] : (source.slice(begin).match(/\/\*\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|[\w$.]+|[^\s]/g) ?? []);
  }

  read() {
    const text = this.#text();
    if (this.#next() !== 'export') return undefined;
    const form = this.#next();
    this.#next();
    if (form === 'type') return this.#next() === '=' ? { text, type: this.#type() } : undefined;
    const parents = [];
    while (this.#tokens[this.#at] !== '{' && this.#at < this.#tokens.length) parents.push(this.#next());
    return { text, type: { ...this.#type(), parents } };
  }

  /** `{ fields, values }` of an object, of list items, and of unions; `{ ref }` of a name. */
  #type() {
    let found = this.#single();
    while (this.#takes('|') || this.#takes('&')) found = merged(found, this.#single());
    return found;
  }

  #single() {
    const token = this.#next();
    let found = {};
    if (token === '{') found = this.#object();
    else if (token === '(') {
      found = this.#type();
      this.#takes(')');
    } else if (/^[A-Z]/.test(token ?? '') && this.#takes('<')) {
      // `Array<T>`, or `Exclude<T, U>`, which is of T.
      found = this.#type();
      while (this.#takes(',')) this.#type();
      this.#takes('>');
    } else if (/^[A-Z]/.test(token ?? '')) found = { ref: token };
    while (this.#tokens[this.#at] === '[') this.#at += 2;
    return found;
  }

  #object() {
    const fields = new Map();
    let ofValues;
    while (this.#at < this.#tokens.length && !this.#takes('}')) {
      const text = this.#text();
      const name = this.#next();
      if (name === '[') {
        // `[key: string]: T`
        while (this.#next() !== ']' && this.#at < this.#tokens.length);
        this.#takes(':');
        ofValues = this.#type();
      } else {
        this.#takes('?');
        this.#takes(':');
        fields.set(name.replace(/^"|"$/g, ''), { text, type: this.#type() });
      }
      this.#takes(';');
    }
    return ofValues === undefined ? { fields } : { fields, values: ofValues };
  }

  #text() {
    const token = this.#tokens[this.#at];
    if (token?.startsWith('/**') !== true) return '';
    this.#at += 1;
    const lines = token.slice(3, -2).split('\n');
    return lines
      .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
      .join('\n')
      .replace(/\\([\\*`_[\]<>|#~{}()!+.-])/g, '$1')
      .trim();
  }

  #next() {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #takes(token) {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

function merged(type, other) {
  if (type.fields === undefined) return type.ref !== undefined ? type : other;
  for (const [name, field] of other.fields ?? []) {
    const known = type.fields.get(name);
    const text = known?.text || field.text;
    type.fields.set(name, { text, type: known === undefined ? field.type : merged(known.type, field.type) });
  }
  return type;
}
