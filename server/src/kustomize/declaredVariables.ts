import type { FieldStep } from './fieldSteps.ts';
import type { FillOrigin } from './fill.ts';
import type { ResourceSelector } from './resourceSelector.ts';

/** A variable of a kustomization, substituted in whatever builds on it. */
export interface DeclaredVariable {
  readonly name: string;
  readonly object: ResourceSelector;
  readonly field: readonly FieldStep[];
  readonly by: FillOrigin;
}

/** Fields with variable substitution. */
export interface VariableField {
  readonly path: readonly string[];
  /** Undefined for all. */
  readonly kinds: readonly string[] | undefined;
}

/** The variables of a build, and its fields with substitution. */
export interface Variables {
  readonly declared: readonly DeclaredVariable[];
  readonly fields: readonly VariableField[];
  /** A configuration cannot be read: they may be filled in anywhere. */
  readonly isOpen: boolean;
}
