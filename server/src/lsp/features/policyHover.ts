import { type PolicyEffect, policyKinds, runPolicy } from '../../checks/policies/policyEffect.ts';
import { escaped } from '../../insight/markdown.ts';
import type { Position } from '../../text/lineIndex.ts';
import { celAt } from '../celAt.ts';
import { type ChartExpression, chartExpressionAt } from '../chartPolicies.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { type PolicyLookup, type PolicyMatch, type PolicyMatches, policyMatches } from '../policyMatches.ts';
import { uriOf } from '../uris.ts';

/**
 * What the policy around an expression does with the resources of the workspace at the first target of the document, as
 * Markdown; undefined without such an expression.
 */
export async function policyHover(
  document: JudgedDocument,
  position: Position,
  lookup: PolicyLookup,
): Promise<string | undefined> {
  const found = expressionAt(document, position);
  if (found === undefined) return undefined;
  const { kind, name, expression, surface } = found;
  const run = runPolicy(kind, name, surface);
  if (run === undefined) return undefined;
  const head = `**${kind} ${escaped(name)}** at ${escaped(surface.name)}`;
  if (document.inputs.context.patch !== undefined) return `${head}: not evaluated. This is a patch of the policy.`;
  if (typeof run === 'string') return `${head}: not evaluated. ${run}`;
  const matches = await policyMatches(run, surface, lookup);
  return `${head} ${effects(matches, expression)}`;
}

function expressionAt(document: JudgedDocument, position: Position): ChartExpression | undefined {
  if (document.inputs.chart !== undefined) return chartExpressionAt(document, position);
  const at = celAt(document, position);
  const kind = policyKinds.find((policyKind) => policyKind === at?.resource.kind);
  const [surface] = document.inputs.surfaces;
  if (at === undefined || kind === undefined || surface === undefined || at.context.finds !== 'admission')
    return undefined;
  const { value } = at.context.scalar;
  return { kind, name: at.resource.name ?? '', expression: typeof value === 'string' ? value : '', surface };
}

/** How many resources are listed. */
const maxListed = 5;

function effects({ found, undecided }: PolicyMatches, expression: string): string {
  const known = found.flatMap(({ effect, ...match }) => (effect === 'built' ? [] : [{ ...match, effect }]));
  const certain = known.filter(({ effect }) => effect.matches === 'yes');
  const counts = [
    `matches ${certain.length === 1 ? '1 resource' : `${certain.length} resources`} of the workspace.`,
    ...more(known.length - certain.length, 'depends on the server', 'depend on the server'),
    ...more(found.length - known.length, 'is changed by a kustomization', 'are changed by kustomizations'),
    ...more(undecided, 'is not evaluated', 'are not evaluated'),
  ].join(' ');
  const failed = certain.filter(({ effect }) => effect.failed.includes(expression)).length;
  const doing = (does: PolicyEffect['does']) => certain.filter(({ effect }) => effect.does === does);
  return [
    counts,
    ...listed('Denies', doing('denies')),
    ...listed('Warns about', doing('warns')),
    ...listed(
      'Changes',
      doing('changes').filter(({ isMadeInvalid }) => !isMadeInvalid),
    ),
    ...listed(
      'Makes invalid',
      doing('changes').filter(({ isMadeInvalid }) => isMadeInvalid),
    ),
    ...(failed === 0 ? [] : [`This expression fails for ${failed} of them.`]),
  ].join('\n\n');
}

function more(count: number, singular: string, several: string): readonly string[] {
  return count === 0 ? [] : [`${count} more ${count === 1 ? singular : several}.`];
}

function listed(verb: string, matches: readonly Omit<PolicyMatch, 'effect'>[]): readonly string[] {
  if (matches.length === 0) return [];
  const lines = matches.slice(0, maxListed).map(({ resource, file, path, line }) => {
    const link = `[${escaped(`${file}:${line}`)}](${uriOf(path)}#L${line})`;
    return `- ${escaped(`${resource.kind} ${resource.name ?? ''}`)}, ${link}`;
  });
  const more = matches.length - lines.length;
  return [[`${verb} ${matches.length}:`, '', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
}
