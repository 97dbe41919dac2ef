import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

const suffix = '.static.k8s.io';

/** Names kept for configurations in files of the server: `ValidateStaticSuffix`. */
export function validateStaticSuffix(object: Value, errors: ErrorList): void {
  const name = object.at('metadata').at('name');
  if (name.text.endsWith(suffix) && errors.gate('ManifestBasedAdmissionControlConfig')) {
    errors.invalid(
      name,
      `names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
    );
  }
}
