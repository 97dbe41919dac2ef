// What Kubernetes says of the fields of its APIs, out of a package that is generated of its OpenAPI documents, so that the
// texts are nowhere in this repository. Of a package that is absent or has another form nothing is read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const models = 'dist/gen/models';
/** The same of every kind: hovering over them says more. */
const ofEveryKind = new Set(['apiVersion', 'kind']);

/**
 * The texts by the names of classes, such as `V1DeploymentSpec`, and fields, with '' for the class itself; undefined where
 * there are none.
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
    // Some fields have what is said of their type, which is not what they are for.
    const isOfType = type !== undefined && text.startsWith(`${type} is `);
    if (text !== '' && !isOfType && !ofEveryKind.has(field)) texts[field] = text;
  }
  return texts;
}

/** The package writes names that are no identifiers, or words of JavaScript, in its own way. */
function fieldName(name) {
  return name.startsWith('x_kubernetes_') ? name.replaceAll('_', '-') : name.replace(/^_/, '');
}
