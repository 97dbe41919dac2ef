import type { Severity } from '../finding.ts';

/** The style of a piece of text output. */
export type StyleName = Severity | 'strong' | 'quiet' | 'good';

/** Colours a text for a terminal, or returns it unchanged if colours are off. */
export type Style = (name: StyleName, text: string) => string;

/** No colours. */
export const plain: Style = (_, text) => text;
