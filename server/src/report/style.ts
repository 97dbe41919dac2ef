import type { Severity } from '../finding.ts';

/** The type of a piece of text output, for colouring. */
export type StyleName = Severity | 'strong' | 'quiet' | 'good';

/** Colours a text for a terminal, or returns it unchanged if colours are off. */
export type Style = (name: StyleName, text: string) => string;

/** No colours. */
export const plain: Style = (_, text) => text;
