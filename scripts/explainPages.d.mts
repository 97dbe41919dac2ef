/** The pages that `explain` prints, as `[name, file]`, from the checkout. */
export function explainPages(): readonly (readonly [string, string])[];
