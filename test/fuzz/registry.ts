import type { Subject } from './subject.ts';
import { charts } from './subjects/charts.ts';
import { configuration } from './subjects/configuration.ts';
import { conversions } from './subjects/conversions.ts';
import { customResources } from './subjects/definitions.ts';
import { expressions } from './subjects/expressions.ts';
import { fixes } from './subjects/fixes.ts';
import { judge } from './subjects/judge.ts';
import { messages } from './subjects/messages.ts';
import { reader } from './subjects/reader.ts';
import { workspaces } from './subjects/workspaces.ts';
import { stylesOfObjects } from './subjects/yamlStyles.ts';

/** All fuzzed subjects. */
export const subjects: readonly Subject[] = [
  reader,
  judge,
  fixes,
  conversions,
  stylesOfObjects,
  customResources,
  expressions,
  charts,
  configuration,
  workspaces,
  messages,
];
