/** CustomResourceDefinitions added to a workspace from a publisher: `kubecompat crds add`. */
export interface AddedDefinitions {
  /** The files that match the lock file. Plain data. */
  readonly files: readonly AddedFile[];
}

/** A file with one added definition. */
export interface AddedFile {
  /** Absolute. */
  readonly path: string;
  /** For people, from the folder of the lock file on: `.kubecompat/crds/cert-manager/cert-manager.io_issuers.yaml`. */
  readonly name: string;
  /** The API group of the kind that it defines. */
  readonly group: string;
  /** The digest of its bytes, in hexadecimal. */
  readonly sha256: string;
}
