import type { DuplicateKey } from '../../decode/decoded.ts';
import type { Finding, Fix } from '../../finding.ts';
import { removeField } from '../../manifest/edit/removeField.ts';
import type { MapNode } from '../../manifest/node.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, Subject } from '../check.ts';

/** Keys that are written more than once in one map, of which clients keep different ones. */
export const duplicateField: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'duplicate-field',
      consequences: ['duplicate-field'],
      title: 'The same map has a key more than once',
    },
  ],
  resource(subject, emit) {
    if (subject.resource.part?.isTemplate === true) return;
    const duplicates = (subject.decoded?.duplicates ?? []).filter((duplicate) => !isOverride(duplicate));
    const repetitions = countRepetitions(duplicates);
    for (const duplicate of duplicates) emit(describe(duplicate, subject, repetitions));
  },
};

/** Whether a key only overrides that of a merge key before it, or two merge keys set it: all clients agree. */
function isOverride({ first }: DuplicateKey): boolean {
  return first.merged === true;
}

/** By map and key, how often the key is written again. */
type Repetitions = ReadonlyMap<MapNode, ReadonlyMap<string, number>>;

function countRepetitions(duplicates: readonly DuplicateKey[]): Repetitions {
  const counts = new Map<MapNode, Map<string, number>>();
  for (const { object, entry } of duplicates) {
    const ofMap = counts.get(object) ?? new Map<string, number>();
    counts.set(object, ofMap.set(entry.key, (ofMap.get(entry.key) ?? 0) + 1));
  }
  return counts;
}

function describe(duplicate: DuplicateKey, { text }: Subject, repetitions: Repetitions): Finding {
  const { entry, path } = duplicate;
  return {
    ...(entry.merged ? { unlessBuilt: true } : {}),
    code: 'duplicate-field',
    consequence: 'duplicate-field',
    path: formatPath(path),
    span: entry.keySpan,
    message: entry.merged
      ? `"${entry.key}" is set again by a merge key (<<), and clients differ in which value they keep`
      : `"${entry.key}" is written more than once in this map; kubectl keeps only the last one`,
    why: entry.merged
      ? 'kubectl and Helm keep the value of the merge key, because it comes later. Kustomize, and Flux with it, keep the written one. The server gets JSON, without a trace of the other.'
      : 'kubectl and Helm send JSON with the last value, and lose the others without a warning. Kustomize, and Flux with it, refuse the file: mapping key already defined. A client that sends YAML with strict field validation is refused by the server.',
    remedy: 'Keep the intended one and remove the others.',
    source: 'sigs.k8s.io/yaml (YAMLToJSON), and sigs.k8s.io/kustomize kyaml/yaml',
    fixes: () => removal(duplicate, text, repetitions),
  };
}

/** Only an identical repetition without a comment can be removed without asking which one was meant. */
function removal({ entry, first, object }: DuplicateKey, text: string, repetitions: Repetitions): readonly Fix[] {
  if (entry.merged || entry.alias !== undefined || first.alias !== undefined) return [];
  const same = text.slice(entry.value.start, entry.value.end) === text.slice(first.value.start, first.value.end);
  if (!same || repetitions.get(object)?.get(entry.key) !== 1) return [];
  const edit = removeField(text, object, entry);
  if (edit === undefined) return [];
  const { start, end } = edit.span;
  const beside = text.slice(start, entry.keySpan.start) + text.slice(entry.value.end, end);
  const comment = /#.*/.exec(beside)?.[0].trim();
  const title = `Remove the repeated "${entry.key}"`;
  return comment === undefined
    ? [{ title, kind: 'safe', edits: [edit], left: [] }]
    : [{ title, kind: 'lossy', edits: [edit], left: [`the comment "${comment}"`] }];
}
