import type * as desktop from '../../../workspace/shipped/crdSetFile.ts';
import { packs } from '../packs.ts';

/** Nothing is known of the kinds of a pack that has not come, until it does. */
export const readCrdSet: typeof desktop.readCrdSet = (name) => packs.read(name);
