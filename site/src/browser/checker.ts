import { loadCatalog } from '../../../server/src/catalog/load.ts';
import { catalogueText } from '../../../server/src/library/catalogueText.ts';
import { createLibrary } from '../../../server/src/library/library.ts';
import { Checker } from '../playground/checker.ts';
import type { Answer, Question } from '../playground/protocol.ts';

/*
 * Checks in a worker. Where browsers start none, for pages that were opened as files, the page runs this script itself.
 */

declare global {
  interface Window {
    /** Set where the page runs the checker itself. */
    kubecompatChecker?: (question: Question) => Promise<Answer>;
  }
}

/** The address of this script, which is beside the definitions. */
function ownAddress(): string {
  // A worker has no document, nor its types of elements.
  if (globalThis.document === undefined) return String(globalThis.location);
  const script = globalThis.document.currentScript;
  return script instanceof HTMLScriptElement ? script.src : globalThis.document.baseURI;
}

const folder = ownAddress();

async function loadSet(name: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL(`sets/${encodeURIComponent(name)}.json`, folder));
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

const catalog = loadCatalog(JSON.parse(catalogueText()));
const library = createLibrary(
  () => catalog,
  () => new Date().toISOString().slice(0, 10),
);
const checker = new Checker(library, loadSet);

if (globalThis.document === undefined) {
  globalThis.addEventListener('message', ({ data }: MessageEvent<Question>) => {
    void checker.answer(data).then((answer) => globalThis.postMessage(answer));
  });
} else {
  window.kubecompatChecker = (question) => checker.answer(question);
}
