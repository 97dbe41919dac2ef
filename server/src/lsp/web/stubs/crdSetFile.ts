import type * as desktop from '../../../workspace/shipped/crdSetFile.ts';
import { packs } from '../packs.ts';

/** Until a pack arrives, its kinds are unknown. */
export const readCrdSet: typeof desktop.readCrdSet = (name) => packs.read(name);
