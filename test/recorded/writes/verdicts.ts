import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { type Finding, isError } from '../../../server/src/finding.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import type { Operation, Writer } from '../../../server/src/update/writer.ts';
import { inputs } from '../../harness/inputs.ts';
import type { KeptAnswer } from '../asking.ts';
import type { ways } from './askWrites.ts';
import { firstManager } from './histories.ts';

/** A way to write that was asked. */
export type Way = (typeof ways)[number];

interface Written {
  readonly stored: object;
  readonly manifest: object;
}

const writers: Readonly<Record<Way, Writer & { readonly isNew: boolean }>> = {
  create: { operation: 'create', by: undefined, manager: undefined, forces: false, isNew: true },
  newServerSideApply: {
    operation: 'server-side-apply',
    by: undefined,
    manager: firstManager,
    forces: true,
    isNew: true,
  },
  replace: { operation: 'replace', by: undefined, manager: undefined, forces: false, isNew: false },
  serverSideApply: { operation: 'server-side-apply', by: undefined, manager: firstManager, forces: true, isNew: false },
  unforced: { operation: 'server-side-apply', by: undefined, manager: firstManager, forces: false, isNew: false },
  clientSideApply: { operation: 'client-side-apply', by: undefined, manager: undefined, forces: false, isNew: false },
};

/** The findings for which a manifest, written in a way, is refused. */
export function refusalsOf(
  { stored, manifest }: Written,
  next: object,
  way: Way,
  surface: ApiSurface,
): readonly Finding[] {
  const { isNew, ...writer } = writers[way];
  const old = isNew ? undefined : oldObjectsOf([{ path: 'old.json', text: JSON.stringify(stored) }], changeOf(writer));
  const given = { writer, stored: old, earlier: old };
  const { resources, documentFindings } = analyze(
    JSON.stringify(next ?? manifest),
    inputs('new.json', [surface], given),
  );
  const all = resources
    .filter(({ resource }) => resource.embedded === undefined)
    .flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
  return [...documentFindings.map(({ finding }) => finding), ...all].filter(isError);
}

function changeOf({ operation }: Writer): Operation {
  return operation === 'create' ? 'apply' : operation;
}

/** Whether a server refuses, for the sake of the object; undefined if its answer depends on something else. */
export function isRefused({ status, message = '' }: KeptAnswer, way: Way): boolean | undefined {
  if (status === 200 || status === 201) return false;
  if (status === 422 || status === 400) return true;
  if (status === 409 && way === 'unforced') return true;
  return status === 500 && /failed to create typed patch|field not declared in schema/.test(message) ? true : undefined;
}
