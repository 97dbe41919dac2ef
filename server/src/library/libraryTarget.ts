import type { Catalog } from '../catalog/catalog.ts';
import { resolve } from '../catalog/resolve.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../crd/customKinds.ts';
import { definitionList, definitionsIn, mayDefine } from '../crd/definitionList.ts';
import { withKnownReleases } from '../crd/sets/knownReleases.ts';
import { type CrdSetPack, unknownPack } from '../crd/sets/pack.ts';
import { CrdSetSource } from '../crd/sets/source.ts';
import { crdSets } from '../targets/crds.ts';
import { parseTargetExpression } from '../targets/expression.ts';
import { memoize } from '../text/memoize.ts';
import { acceptedBy } from '../workspace/definitions/acceptedDefinitions.ts';
import { stringIn, stringsIn } from './arguments.ts';
import { packIn } from './packIn.ts';
import type { Target, TargetOptions, TargetProblem, TargetResult } from './types.ts';

/** Makes the target of an expression, with the definitions that callers hand over; reads no file. */
export function targetOf(expression: string, options: TargetOptions, catalog: Catalog): TargetResult {
  const parsed = parseTargetExpression(expression);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(publicProblem) };
  const resolved = resolve(expression, parsed.target, catalog);
  if (!resolved.ok) return { ok: false, problems: resolved.problems.map(publicProblem) };
  const paths = resolved.surface.target.crds?.paths ?? [];
  if (paths.length > 0) return { ok: false, problems: paths.map(pathProblem) };
  return { ok: true, target: new LibraryTarget(expression, resolved.surface, options) };
}

/** A target created by this package; other objects are not accepted. */
export class LibraryTarget implements Target {
  readonly name: string;
  readonly #surface: ApiSurface;
  /** Undefined if no packs are at hand: then no release is known. */
  readonly #packOf: ((set: string) => CrdSetPack) | undefined;

  constructor(name: string, surface: ApiSurface, { definitions, readSet }: TargetOptions) {
    this.name = name;
    const readPack = memoize((set: string) => packOf(set, readSet));
    this.#packOf = readSet === undefined ? undefined : readPack;
    const chosen = surface.target.crds?.sets ?? [];
    const sources = chosen.flatMap((choice): readonly DefinitionSource[] => {
      const set = crdSets.find((crdSet) => crdSet.name === choice.set);
      return set === undefined ? [] : [new CrdSetSource(set, choice, () => readPack(set.name))];
    });
    const texts = stringsIn('definitions', definitions ?? []);
    if (texts.length > 0) {
      const read = () => texts.flatMap((text, index) => definitionsIn(text, `definitions[${index}]`));
      sources.unshift(acceptedBy(surface, definitionList(read)));
    }
    this.#surface = { ...withCustomKinds(surface, sources), namedSets: new Set(chosen.map(({ set }) => set)) };
  }

  /** Validates a caller's target. Throws a TypeError for anything that `createTarget` did not create. */
  static from(value: unknown): LibraryTarget {
    if (value instanceof LibraryTarget) return value;
    throw new TypeError('targets must come from createTarget');
  }

  /** The target's surface with the definitions of a text in addition to its own. */
  surfaceFor(text: string, file: string): ApiSurface {
    const surface = mayDefine(text)
      ? withCustomKinds(this.#surface, [
          acceptedBy(
            this.#surface,
            definitionList(() => definitionsIn(text, file)),
          ),
        ])
      : this.#surface;
    const readPack = this.#packOf;
    return readPack === undefined ? surface : withKnownReleases(surface, ({ name }) => readPack(name));
  }
}

/** The caller's pack of a set; without one its kinds are unknown. */
function packOf(name: string, readSet: TargetOptions['readSet']): CrdSetPack {
  const text = readSet?.(name);
  return text === undefined ? unknownPack(name) : packIn(name, stringIn(`readSet("${name}")`, text));
}

function publicProblem({ flag, value, message, allowed }: TargetProblem): TargetProblem {
  return { flag, value, message, allowed };
}

function pathProblem(value: string): TargetProblem {
  return {
    flag: 'crds',
    value,
    message: `crds=${value}: files cannot be read here`,
    allowed: 'pass the text of the definitions: { definitions: [text] }',
  };
}
