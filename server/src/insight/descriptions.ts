import type { FieldTexts } from '../catalog/fieldTexts.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { CustomTexts } from '../crd/customTexts.ts';

/** Sources of field descriptions. */
export interface Descriptions {
  /** Of Kubernetes' own types: who knows the target best comes first. */
  readonly ofKubernetes: (surface: ApiSurface) => readonly FieldTexts[];
  /** Of the custom resources of an API group, in the words of their project; undefined if they are not known. */
  readonly ofGroup: (group: string) => CustomTexts | undefined;
}
