/**
 * The `apiVersion Kind` of a value in etcd: JSON, or `k8s\0` and a message whose first field has both
 * (`k8s.io/apimachinery/pkg/runtime/serializer/protobuf`); undefined if it is not an object.
 */
export function storedVersion(value: Buffer): string | undefined {
  if (value.subarray(0, 4).toString('latin1') !== 'k8s\0') {
    try {
      const { apiVersion, kind }: { apiVersion?: string; kind?: string } = JSON.parse(value.toString('utf8'));
      return apiVersion === undefined ? undefined : `${apiVersion} ${kind}`;
    } catch {
      return undefined;
    }
  }
  const message = value.subarray(4);
  const [apiVersion, end] = textAt(message, 2);
  const [kind] = textAt(message, end);
  return `${apiVersion} ${kind}`;
}

/** A text field that is shorter than 128 bytes: its tag, its length, its bytes. */
function textAt(message: Buffer, start: number): readonly [text: string, end: number] {
  const length = message[start + 1] ?? 0;
  const end = start + 2 + length;
  return [message.subarray(start + 2, end).toString('utf8'), end];
}
