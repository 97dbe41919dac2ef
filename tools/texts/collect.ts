import { readFileSync } from 'node:fs';
import { filesBelow } from '../../test/harness/files.ts';
import { textsOfJson, textsOfModule, textsOfPage, type UserText } from './texts.ts';

/** Keys whose strings are shown: of schemas, of the extension's manifest, and of the authored facts. */
const shownKeys =
  /^(?:title|description|markdownDescription|enumDescriptions|markdownEnumDescriptions|message|why|remedy|advice|reason|detail|text|note|says|effect|left|cautions|transform)$/;

/** Objects of the authored facts whose strings are all shown. */
const shownObjects = /crd-sets\.json .*\.what$|helm-objects\.json members\.|target-settings\.json runtimeConfig\./;

/** Strings under such keys that are patterns of a server's texts. */
const patterns = /ratcheting\.json .*\.says$/;

/** Every text of this repository that users read, by place. */
export function allTexts(): readonly UserText[] {
  const modules = ['server/src', 'client/src', 'site/src']
    .flatMap((folder) => filesBelow(folder, /\.ts$/))
    .filter((path) => !/\.test\.ts$|\/fixtures\/|node_modules/.test(path));
  const pages = [...filesBelow('server/src', /README\.md$/), ...filesBelow('docs', /\.md$/), 'README.md'];
  const shown = [...filesBelow('schemas', /\.json$/), ...filesBelow('server/data/authored', /\.json$/)];
  return [
    ...modules.flatMap((path) => textsOfModule(path, readFileSync(path, 'utf8'))),
    ...shown.flatMap((path) => textsOfJson(path, readFileSync(path, 'utf8'), (keys) => isShown(path, keys))),
    ...textsOfJson('package.nls.json', readFileSync('package.nls.json', 'utf8'), () => true),
    ...pages.flatMap((path) => textsOfPage(path, readFileSync(path, 'utf8'))),
  ];
}

function isShown(path: string, keys: readonly string[]): boolean {
  const place = `${path} ${keys.join('.')}`;
  return (shownKeys.test(keys.at(-1) ?? '') || shownObjects.test(place)) && !patterns.test(place);
}

/** Whether a text is ours: texts of Kubernetes' servers, Go and Helm are unchanged. */
export function isOwnText({ location, role }: UserText): boolean {
  return !othersWords.test(`${location} ${role}`);
}

const othersWords =
  /src\/(?:cel|formats)\/|checks\/invalid\/rules|checks\/server-warning\/rules|crd\/(?:schema|reviews)\/| errors\.| refusals\./;
