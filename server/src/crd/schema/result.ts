import { SchemaErrors } from './error.ts';

/**
 * What validation against one schema brought: the errors, and how many checks were passed through, by which the best of
 * several alternatives is chosen (`Result` in `k8s.io/kube-openapi/pkg/validation/validate`).
 */
export class Result extends SchemaErrors {
  matches = 0;

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  merge(other: Result): void {
    this.take(other.errors);
    this.matches += other.matches;
  }
}
