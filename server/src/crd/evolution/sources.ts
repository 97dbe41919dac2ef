/** The rules of Kubernetes for changing APIs. */
export const apiChanges =
  'https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api_changes.md';

/** The conventions of Kubernetes for the shape of APIs. */
export const apiConventions =
  'https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md';

/** How versions of custom resources are served, stored and removed. */
export const versioning =
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/';

/** How custom resources are pruned, defaulted, validated, and validated less on updates. */
export const definitions =
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/';
