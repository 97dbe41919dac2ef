import type { Node } from '../manifest/node.ts';
import { isNull } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import type { Span } from '../text/span.ts';
import { parsePath } from './draftPath.ts';
import type { Family, Step } from './family.ts';
import { readFamilies } from './readFamilies.ts';
import { field, fieldsOf, itemsOf, Malformed, reading } from './reading.ts';
import { readSteps } from './readStep.ts';
import { plainValue } from './value.ts';

/** The families of a conversion rule file, and its problems; with problems there are no families. */
export interface RuleFile {
  readonly families: readonly Family[];
  readonly problems: readonly RuleProblem[];
}

/** An error in a rule file. */
export interface RuleProblem {
  readonly message: string;
  readonly span: Span;
}

const longestText = 1_000_000;
const maxSteps = 20_000;

/**
 * Reads a conversion rule file for custom resources (`schemas/conversions.schema.json`), in YAML or JSON. The file is
 * untrusted: its size is limited, and it cannot name code. It may change the same parts of an object as a conversion
 * webhook: neither the kind nor metadata other than labels and annotations (`validateConvertedObject` in
 * apiextensions-apiserver's `webhook_converter.go`).
 */
export function readRuleFile(text: string): RuleFile {
  if (text.length > longestText) return refused(`is longer than ${longestText} characters`, { start: 0, end: 0 });
  const { documents } = readManifest(text);
  const [first, second] = documents;
  const [problem] = documents.flatMap(({ problems }) => problems);
  if (problem !== undefined) return refused(problem.message, problem.span);
  if (second !== undefined) return refused('a rule file must be one document', second.span);
  const root = first?.root;
  if (root === undefined || isNull(root)) return { families: [], problems: [] };
  try {
    const fields = fieldsOf(plainValue(root));
    const extra = Object.keys(fields).find((key) => key !== 'families');
    if (extra !== undefined) throw new Malformed('is not allowed here: put the rules under families', [extra]);
    const families = field(fields, 'families', (value) => itemsOf(value, checkedFamilies)).flat();
    return { families, problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof Malformed)) throw thrown;
    const name = thrown.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    return refused(
      `${name === '' ? 'the file' : name.replace(/^\./, '')} ${thrown.problem}`,
      spanAt(root, thrown.path),
    );
  }
}

function refused(message: string, { start, end }: Span): RuleFile {
  return { families: [], problems: [{ message, span: { start, end } }] };
}

/** Reads a row and checks its limits. Throws {@link Malformed}. */
function checkedFamilies(row: unknown): readonly Family[] {
  const families = readFamilies(row);
  const total = families.reduce(
    (sum, { versions }) => sum + versions.reduce((steps, version) => steps + version.steps.length, 0),
    0,
  );
  if (total > maxSteps) throw new Malformed(`has more than ${maxSteps} steps`, ['versions']);
  field(fieldsOf(row), 'versions', (versions) => {
    for (const [name, steps] of Object.entries(fieldsOf(versions))) {
      reading(name, () => itemsOf(steps, (step) => readSteps(step).forEach(requireAllowed)));
    }
  });
  return families;
}

function requireAllowed(step: Step): void {
  if (step.step === 'code') throw new Malformed('names code, which only the program itself has');
  for (const path of writtenPaths(step)) {
    const [first, second] = parsePath(path).map((part) => (typeof part === 'string' ? '' : part.key));
    const isAllowed = first !== 'metadata' || second === 'labels' || second === 'annotations';
    if (first === 'apiVersion' || first === 'kind' || !isAllowed) {
      throw new Malformed(`${step.step} touches ${path}: of its metadata only labels and annotations may change`);
    }
  }
}

/** The paths that a step writes or removes. */
function writtenPaths(step: Step): readonly string[] {
  const pathsBelow = (at: string, names: readonly (string | null)[]): readonly string[] =>
    names.flatMap((name) => (name === null ? [] : [at === '' ? name : `${at}.${name}`]));
  switch (step.step) {
    case 'move':
      return pathsBelow(
        step.at,
        step.moves.flatMap((move) => [
          move.from,
          ...(typeof move.to === 'string' ? [move.to] : [move.to.integer, move.to.string]),
        ]),
      );
    case 'split':
      return pathsBelow(step.at, [step.from, ...step.to]);
    case 'duration':
      return pathsBelow(step.at, [step.from, step.to]);
    case 'wrap':
      return pathsBelow(step.at ?? '', [step.list, step.item]);
    case 'annotation':
      return [step.holds];
    case 'refuse':
    case 'code':
      return [];
    default:
      return [step.path];
  }
}

/** The span of the deepest existing node of a path. */
function spanAt(root: Node, path: readonly (string | number)[]): Span {
  let span: Span = root;
  let node: Node | undefined = root;
  for (const step of path) {
    if (node?.kind === 'list' && typeof step === 'number') node = node.items[step];
    else if (node?.kind === 'map') node = node.entries.findLast(({ key }) => key === step)?.value;
    else node = undefined;
    if (node !== undefined) span = node;
  }
  return span;
}
