import type { Severity } from '../finding.ts';

/** What a stretch of text output is, for colouring. */
export type StyleName = Severity | 'strong' | 'quiet' | 'good';

/** Colours a text for a terminal, or leaves it alone where colours are not wanted. */
export type Style = (name: StyleName, text: string) => string;

/** No colours. */
export const plain: Style = (_, text) => text;
