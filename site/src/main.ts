// npm run site -- [--out FOLDER] [--repository https://REPOSITORY]: builds the site from this checkout, reproducibly.
import { parseArgs } from 'node:util';
import { buildSite } from './buildSite.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'site/out' }, repository: { type: 'string' } },
});
const { pages, bytes } = await buildSite({ out: values.out, repository: values.repository });
console.log(`${values.out}: ${pages} pages, ${(bytes / 2 ** 20).toFixed(1)} MB`);
