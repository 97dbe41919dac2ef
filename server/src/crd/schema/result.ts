import { SchemaErrors } from './error.ts';

/**
 * The result of validation against one schema: the errors, and the number of passed checks, which selects the best of
 * several alternatives (`Result` in `k8s.io/kube-openapi/pkg/validation/validate`).
 */
export class SchemaResult extends SchemaErrors {
  matches = 0;

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  merge(other: SchemaResult): void {
    this.take(other.errors);
    this.matches += other.matches;
  }
}
