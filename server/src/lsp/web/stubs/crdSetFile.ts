import { type KnownKind, parseKnownKinds } from '../../../crd/sets/knownKinds.ts';
import type * as desktop from '../../../workspace/shipped/crdSetFile.ts';
import { packs } from '../packs.ts';
import { lazyTexts } from '../texts.ts';

/** Until a pack arrives, its kinds are unknown. */
export const readCrdSet: typeof desktop.readCrdSet = (name) => packs.read(name);

const kindsFile = 'crds/kinds.json';
let kinds: readonly KnownKind[] | undefined;

/** None until the file arrives. */
export const readKnownKinds: typeof desktop.readKnownKinds = () => {
  const text = kinds === undefined && lazyTexts.has(kindsFile) ? lazyTexts.text(kindsFile) : undefined;
  if (text !== undefined) kinds = parseKnownKinds(text);
  return kinds ?? [];
};
