import { type Catalog, inSpans } from '../../../server/src/catalog/catalog.ts';
import { escapeHtml } from '../../../server/src/report/page/page.ts';
import { formatMinor, minor } from '../../../server/src/targets/version.ts';
import { spansOf, spansText } from '../facts/spans.ts';
import { stagesText } from './kindHtml.ts';
import type { SitePage } from './layout.ts';

/** The page of all feature gates with their stages. */
export function gatesDocument(catalog: Catalog): SitePage {
  const minors = Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, index) =>
    minor(catalog.oldest + index),
  );
  const releases = minors.map(formatMinor);
  const gates = [...catalog.gates.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = gates.map((gate) => {
    const declared = spansText(spansOf(minors.map((minor) => inSpans(gate.declared, minor))), releases);
    return `<tr id="${escapeHtml(gate.name)}"><td>${escapeHtml(gate.name)}<td>${escapeHtml(stagesText(gate))}<td>${escapeHtml(declared)}<td>${escapeHtml(gate.dependsOn.join(', '))}`;
  });
  return {
    path: 'gates.html',
    title: 'Feature gates of Kubernetes',
    description: 'The stages of every feature gate of kube-apiserver by release, and the gates that it needs.',
    body: `<h1>Feature gates</h1>
<p>The stages are those that the newest release with the gate states. A gate cannot be set for a binary that does not know it.</p>
<p class="tools"><label>Filter <input type="search" id="filter" placeholder="name of a gate"></label> <output id="shown">${gates.length} gates</output></p>
<table class="fields gates"><thead><tr><th scope="col">gate<th scope="col">stages<th scope="col">known to<th scope="col">needs</thead>
<tbody>
${rows.join('\n')}
</tbody></table>`,
    scripts: ['fields.js'],
    part: 'gates.html',
  };
}
