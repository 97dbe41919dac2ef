/** CustomResourceDefinitions that somebody added to a workspace from where they are published: `kubecompat crds add`. */
export interface AddedDefinitions {
  /** Those whose text is what the lock file says. Plain data. */
  readonly files: readonly AddedFile[];
}

/** A file with one added definition. */
export interface AddedFile {
  /** Absolute. */
  readonly path: string;
  /** For people, from the folder of the lock file on: `.kubecompat/crds/cert-manager/cert-manager.io_issuers.yaml`. */
  readonly name: string;
  /** The API group that it defines a kind of. */
  readonly group: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}
