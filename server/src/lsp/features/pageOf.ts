import type { PageHost } from '../../report/page/page.ts';
import type { PageParams } from '../protocol.ts';

/** The requested page, as part of an answer. @param make renders it for a webview, or for a file. */
export function pageOf(
  { nonce, asFile = false }: PageParams,
  make: (host: PageHost | undefined) => string,
): { readonly page?: string } {
  if (asFile) return { page: make(undefined) };
  return nonce === undefined ? {} : { page: make({ nonce }) };
}
