import { readFileSync } from 'node:fs';
import { embeddedFiles } from './embeddedFiles.ts';

let known: { readonly address: string | undefined } | undefined;

/** The address of the site, without a trailing slash, from the build option `--site`; undefined in a checkout. */
export function siteAddress(): string | undefined {
  known ??= { address: read() };
  return known.address;
}

/** The build puts it beside the bundle. */
function read(): string | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined;
  try {
    const text = embeddedFiles()?.text('site.json') ?? readFileSync(new URL('./site.json', import.meta.url), 'utf8');
    const site: { readonly address?: unknown } = JSON.parse(text);
    return typeof site.address === 'string' ? site.address : undefined;
  } catch {
    return undefined;
  }
}
