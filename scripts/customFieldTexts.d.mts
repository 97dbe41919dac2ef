import type { CustomTextsPack } from '../server/src/crd/customTexts.ts';

export interface FieldTextsOwner {
  readonly of: string;
  readonly copyright: string;
  readonly license: string;
}

export function readCustomFieldTexts(
  owners: Readonly<Record<string, FieldTextsOwner>>,
  folder?: string,
): {
  readonly groups: ReadonlyMap<string, CustomTextsPack>;
  readonly notices: readonly string[];
  readonly packages: readonly string[];
};
