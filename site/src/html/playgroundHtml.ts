import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { formatMinor, minor } from '../../../server/src/targets/version.ts';
import { examples } from '../playground/examples.ts';
import type { SitePage } from './layout.ts';

/** The start page: an introduction, and a place to try it. */
export function playgroundDocument(catalog: Catalog): SitePage {
  const minors = Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, index) =>
    formatMinor(minor(catalog.oldest + index)),
  );
  const newest = formatMinor(catalog.newest);
  const picks = minors.map(
    (minor) =>
      `<label class="minor"><input type="checkbox" name="minor" value="${minor}"${minor === newest ? ' checked' : ''}><span>${minor}</span></label>`,
  );
  const choices = examples.map(({ name, title }) => `<option value="${name}">${title}</option>`);
  return {
    path: 'index.html',
    title: 'Kubecompat: what would this cluster do with these manifests?',
    description:
      'Paste Kubernetes manifests and see what any kube-apiserver from 1.8 on refuses, drops or warns about, with fixes.',
    body: `<h1>What would this cluster do with these manifests?</h1>
<p>Paste manifests and pick versions of kube-apiserver. They are checked in this page: nothing is sent anywhere.</p>
<fieldset id="timeline"><legend>API servers</legend><div class="minors">${picks.join('')}</div>
<p class="quiet">The line below a version: <span class="outcome" data-outcome="refused">refuses</span> <span class="outcome" data-outcome="dropped">drops fields</span> <span class="outcome" data-outcome="warned">warns</span> <span class="outcome" data-outcome="fine">accepts all</span></p>
<p class="tools"><label>And the target <input id="expression" placeholder="1.37,emulated-version=1.35" autocomplete="off" spellcheck="false" maxlength="500" size="34" aria-describedby="expression-says"></label> <output id="expression-says"></output></p></fieldset>
<div class="tools" id="tools"><label>Example <select id="example"><option value="">…</option>${choices.join('')}</select></label>
<label class="action">Open a file<input type="file" id="open" accept=".yaml,.yml,.json,.md"></label>
<button class="action" id="fix" type="button">Fix all</button>
<button class="action" id="convert" type="button">Convert</button> <label>to <input id="to" placeholder="what all targets serve" autocomplete="off" spellcheck="false" size="20"></label>
<button class="action" id="share" type="button">Copy a link</button></div>
<p id="message" role="status"></p>
<div class="bench"><div id="editor"><p>Loading the editor. If this stays, the browser has JavaScript turned off or is older than 2023; the command line does the same: <code>npx kubecompat check FILE --target ${newest}</code></p></div>
<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2><p id="summary" role="status">Loading the catalogue…</p><ol id="findings"></ol></section></div>`,
    scripts: ['playground.js'],
    part: 'index.html',
  };
}
