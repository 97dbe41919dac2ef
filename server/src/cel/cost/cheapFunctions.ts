/** Functions with negligible cost, estimated or counted. Source: k8s.io/apiserver pkg/cel/library/cost.go. */
export const cheapFunctions: ReadonlySet<string> = new Set(
  (
    'serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength ' +
    'family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger ' +
    'isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname ' +
    'getHost getPort getEscapedPath getQuery'
  ).split(' '),
);

/** The length of the longest pattern of a named format. Source: k8s.io/apiserver pkg/cel/library/format.go. */
export const longestFormat = 128;
