import type { FieldTextsPack } from '../server/src/catalog/fieldTexts.ts';

export function readFieldTexts(folder?: string): FieldTextsPack | undefined;
