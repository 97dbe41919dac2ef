// Kubernetes' descriptions of API fields, from a package generated from its OpenAPI documents, so that the texts are
// not in this repository. Missing or unknown packages are skipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const models = 'dist/gen/models';
/** The same description in every kind; hovers have a better one. */
const ofEveryKind = new Set(['apiVersion', 'kind']);

/**
 * The texts by class, such as `V1DeploymentSpec`, and field, with '' for the class itself; undefined if there are none.
 *
 * @param folder the package `@kubernetes/client-node`.
 */
export function readFieldTexts(folder = 'node_modules/@kubernetes/client-node') {
  const path = join(folder, models);
  if (!existsSync(path)) return undefined;
  const types = {};
  let release;
  for (const file of readdirSync(path).sort()) {
    const name = /^([A-Z]\w*)\.d\.ts$/.exec(file)?.[1];
    if (name === undefined || name.endsWith('List')) continue;
    const source = readFileSync(join(path, file), 'utf8');
    release ??= /OpenAPI spec version: \D*(\d+\.\d+)/.exec(source)?.[1];
    const texts = textsIn(source);
    if (Object.keys(texts).length > 0) types[name] = texts;
  }
  if (release === undefined) return undefined;
  const notice = `Descriptions of Kubernetes ${release}, Copyright The Kubernetes Authors, licensed under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0), out of @kubernetes/client-node`;
  return { notice, release, types };
}

function textsIn(source) {
  const texts = {};
  const body = source.slice(source.indexOf('\n/**\n') + 1);
  for (const [, comment, name, type] of body.matchAll(
    /\/\*\*\n([\s\S]*?)\*\/\s*(export declare class|'[^']+')(?:\??: (\w+);)?/g,
  )) {
    const field = name.startsWith("'") ? fieldName(name.slice(1, -1)) : '';
    const text = comment
      .split('\n')
      .map((line) =>
        line
          .replace(/^\s*\* ?/, '')
          .replaceAll("\\'", "'")
          .trim(),
      )
      .join('\n')
      .trim();
    // Some fields only repeat the description of their type.
    const isOfType = type !== undefined && text.startsWith(`${type} is `);
    if (text !== '' && !isOfType && !ofEveryKind.has(field)) texts[field] = text;
  }
  return texts;
}

/** The package escapes names that are not identifiers, or are JavaScript keywords. */
function fieldName(name) {
  return name.startsWith('x_kubernetes_') ? name.replaceAll('_', '-') : name.replace(/^_/, '');
}
