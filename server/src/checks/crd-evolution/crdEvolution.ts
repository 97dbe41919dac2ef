import { compareDefinitions, judgeVersions } from '../../crd/evolution/compare.ts';
import { refusedWrites } from '../../crd/evolution/refusals.ts';
import { evolutionRules } from '../../crd/evolution/registry.ts';
import type { Change } from '../../crd/evolution/rule.ts';
import { bundleBroken } from '../../crd/evolution/rules/bundleBroken.ts';
import { definitionOf } from '../../crd/readDefinition.ts';
import type { Finding } from '../../finding.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';
import { serverPropertiesAt } from './serverProperties.ts';

/**
 * What a CustomResourceDefinition breaks: by changes from its earlier version, if known, and by versions that do not
 * convert into each other.
 */
export const crdEvolution: Check = {
  codes: evolutionRules.map(({ code, title }) => ({ code, title, consequences: ['advice'] })),
  resource: ({ resource, surface, earlier }, emit) => {
    const definition = definitionOf(resource);
    if (definition === undefined) return;
    const before = earlier === undefined ? undefined : definitionOf(earlier);
    const changes = before === undefined ? [] : compareDefinitions(before, definition, serverPropertiesAt(surface));
    for (const change of changes) {
      // A broken bundle has its own check. Hints are for reviewers of the change; problems between versions are reported below, changed or not.
      if (change.rule !== bundleBroken && change.severity !== 'hint' && change.rule.versions === undefined)
        emit(finding(change));
    }
    for (const change of judgeVersions(definition)) emit(finding(change));
  },
};

function finding(change: Change): Finding {
  const { rule, path, span, message, breaks } = change;
  const refused = refusedWrites(change);
  return {
    code: rule.code,
    consequence: 'advice',
    path: formatPath(path),
    span,
    message: `${message} (breaks ${breaks.join(', ')}${refused === undefined ? '' : `; refuses ${refused}`})`,
    why: rule.why,
    remedy: rule.remedy,
    source: rule.source,
    fixes: () => [],
  };
}
