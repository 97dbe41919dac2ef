import { readFileSync } from 'node:fs';
import { filesBelow } from '../../test/harness/files.ts';
import { headingsOf, textsOfJson, textsOfModule, type UserText } from './texts.ts';

/** Keys whose strings are shown: of schemas, of the extension's manifest, and of the authored facts. */
const shownKeys =
  /^(?:title|description|markdownDescription|enumDescriptions|markdownEnumDescriptions|message|why|remedy|advice|reason|detail|text|note)$/;

/** Every text of this repository that users read, by place. */
export function allTexts(): readonly UserText[] {
  const modules = [...filesBelow('server/src', /\.ts$/), ...filesBelow('client/src', /\.ts$/)].filter(
    (path) => !/\.test\.ts$|\/fixtures\/|node_modules/.test(path),
  );
  const pages = filesBelow('server/src/checks', /README\.md$/);
  const shown = [...filesBelow('schemas', /\.json$/), ...filesBelow('server/data/authored', /\.json$/)];
  return [
    ...modules.flatMap((path) => textsOfModule(path, readFileSync(path, 'utf8'))),
    ...shown.flatMap((path) => textsOfJson(path, readFileSync(path, 'utf8'), (key) => shownKeys.test(key))),
    ...textsOfJson('package.nls.json', readFileSync('package.nls.json', 'utf8'), () => true),
    ...pages.flatMap((path) => headingsOf(path, readFileSync(path, 'utf8'))),
  ];
}

/** Whether a text is ours: texts of Kubernetes' servers, Go and Helm are unchanged. */
export function isOwnText({ location, role }: UserText): boolean {
  return !othersWords.test(`${location} ${role}`);
}

const othersWords =
  /src\/(?:cel|formats)\/|checks\/invalid\/rules|checks\/server-warning\/rules|crd\/(?:schema|reviews)\/| errors\.| refusals\./;
