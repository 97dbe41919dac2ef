import type { Subject } from './check.ts';

/**
 * Whether a kind only occurs in request bodies. Besides those in the catalogue, these are the types of `meta/v1`, which
 * every group version has (`AddToGroupVersion` in `k8s.io/apimachinery/pkg/apis/meta/v1/register.go`), and kinds that
 * no version of the group ever served.
 */
export function isCallBody({ availability, resource, surface }: Subject): boolean {
  switch (availability.state) {
    case 'not-a-resource':
      return true;
    case 'unknown-kind':
      return surface.catalog.type(surface.versions.binary, `meta.v1.${resource.kind}`) !== undefined;
    case 'unknown-version':
      return availability.known.every(({ served }) => served.length === 0);
    default:
      return false;
  }
}
