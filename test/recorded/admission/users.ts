/** Users with their permissions: the first is a superuser, the last may only create and read. */
export const users = ['admin', 'signer', 'developer'] as const;

const rbac = 'rbac.authorization.k8s.io';
const resources = ['configmaps', 'pods', 'certificatesigningrequests', 'clustertrustbundles'];

/** The permissions of the users, and a Node with topology labels. */
export const given: readonly object[] = [
  role(
    'creates',
    [{ apiGroups: ['', 'certificates.k8s.io'], resources, verbs: ['create', 'get'] }],
    ['signer', 'developer'],
  ),
  role(
    'signs',
    [
      { apiGroups: ['certificates.k8s.io'], resources: ['signers'], verbs: ['sign', 'approve', 'attest'] },
      { apiGroups: ['', 'apps'], resources: ['*/finalizers'], verbs: ['update'] },
    ],
    ['signer'],
  ),
  {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'n1',
      labels: { 'topology.kubernetes.io/zone': 'a', 'topology.kubernetes.io/region': 'r', 'kubernetes.io/os': 'linux' },
    },
  },
];

function role(name: string, rules: readonly object[], of: readonly string[]): object {
  return { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules, of };
}

/** The binding of a role to its users. */
export function bindingOf({
  metadata,
  of,
}: {
  readonly metadata: { readonly name: string };
  readonly of: readonly string[];
}): object {
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name },
    subjects: of.map((name) => ({ kind: 'User', apiGroup: rbac, name })),
  };
}

/** The subjects `O=system:masters`, `O=dev` and `O=system:nodes`. */
const requests = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIak1JR0tBZ0VBTUNneEZ6QVZCZ05WQkFvTURuTjVjM1JsYlRwdFlYTjBaWEp6TVEwd0N3WURWUVFEREFSeQpiMjkwTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFTWppVmE3LzlmWmJJVkhMMDR6c1ZVMml3ClZUL1pqY21XVzdMR1V2OFAwdTJRcWUyTnBVbGdUNDk5MklFSmVQSzZTV2tIbHBseUpMU2ZBRmI4V2ZhMFFxQUEKTUFvR0NDcUdTTTQ5QkFNQ0EwZ0FNRVVDSVFDQ2RYcCtxd3J0YzVWKzdqeVNRWGNTQTh4bWo0MnAzMlZ0ZlFBNgpVclNIWUFJZ0RQSG40Mm01SkhiTGUxWHRBbll4c0tickhwejRlMUVvd2Y2TEI5bmhuT3M9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=',
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTU1Bb0dBMVVFQ2d3RFpHVjJNUTB3Q3dZRFZRUUREQVJxWVc1bE1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVNL1VkVHd0Ynk0T0YvV3JZZVFUSktYWGRpbnQrc01kb1ZCMUpSS2IrCmlBb2VCbW9qVjhRZmk1T3grdWZYNWg2SlJFUi9hYjRWZCs3WG1SNVJpWnVYNnFBQU1Bb0dDQ3FHU000OUJBTUMKQTBnQU1FVUNJUUNkSWtPUitmYjZKN1Bia1BxWmJvSHJ2Sm9lM3Z0S0xJR0cxOUh5MVM0Z0l3SWdkYUFoanpESQpxeXVYZnA4T2dHUWhUQ21kWUc5ZTBVSURXOEU1N0czdmxpZz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==',
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIcU1JR1NBZ0VBTURBeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVYTUJVR0ExVUVBd3dPYzNsegpkR1Z0T201dlpHVTZiakV3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVFPdVhzT1RqMGhaWW1tClA2d0dWbEdyVUc5aTArNENuOGlHU0FTVERNUUx1aEwwZElOcUNyZmxLbE5zRlpwQ0RjUVk4QXpuMStkQVlwTFUKaFZza3d2NFFvQUF3Q2dZSUtvWkl6ajBFQXdJRFJ3QXdSQUlnRk1zSTMxS3ZvMytlWE5udXdPMlFEQTNwcUFjRgpPT1ZSTkhFM011RGdUUE1DSUVNMjhtQ3BWSU5GUGNmZVdxc1VVR010WXFva1R4VndrL2NkbXY0RVdKUncKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==',
] as const;

const signers = [
  'kubernetes.io/kube-apiserver-client',
  'kubernetes.io/kube-apiserver-client-kubelet',
  'example.com/own',
];

const approved = {
  certificate: 'eA==',
  conditions: [{ type: 'Approved', status: 'True', reason: 'Own', message: 'own' }],
};

const bundle = `-----BEGIN CERTIFICATE-----
MIIBcDCCARWgAwIBAgIUP7hW4P+5V+g40GYmsbr7LWd7gFkwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCY2EwHhcNMjYxMTI2MTMwMzQwWhcNMzYxMTIzMTMwMzQwWjAN
MQswCQYDVQQDDAJjYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBKK4f/jARGf
Jb+IR72lZIuSxp6jwq6pPlAYZBGQZ7JMVHC0+2JpkTnQ3CWS2eXTH8ohmE1Cqb1r
9WyoSuftQHejUzBRMB0GA1UdDgQWBBRnuNTN4wGI22naf9dz/CvlnlJd3zAfBgNV
HSMEGDAWgBRnuNTN4wGI22naf9dz/CvlnlJd3zAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0kAMEYCIQDJsnPYOZ0Q4dSMPFljm7XMtQ+HEaC3EyJWZ5sF3BrS
2AIhAIZuEzU/Tusry98tUb3WyV00uUaAX78RZqxWSP4Cqe0F
-----END CERTIFICATE-----
`;

/** Objects whose admission depends on the user, or only seems to. */
export const asked: readonly object[] = [
  ...requests.flatMap((request, index) =>
    signers.flatMap((signerName, at) =>
      [{}, { status: approved }].map((more, time) => ({
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: `csr-${index}-${at}-${time}` },
        spec: { request, signerName, usages: ['client auth', 'digital signature'] },
        ...more,
      })),
    ),
  ),
  ...['', ...signers].map((signerName, index) => ({
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'ClusterTrustBundle',
    metadata: { name: `${signerName === '' ? '' : `${signerName.replace('/', ':')}:`}bundle-${index}` },
    spec: { ...(signerName === '' ? {} : { signerName }), trustBundle: bundle },
  })),
  ...[
    ['v1', 'ConfigMap'],
    ['apps/v1', 'Deployment'],
    ['v1', 'Node'],
    ['extensions/v1beta1', 'Deployment'],
    ['example.com/v1', 'Thing'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ].flatMap(([apiVersion = '', kind = ''], index) =>
    [undefined, false, true].map((blockOwnerDeletion, at) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: `owned-${index}-${at}`,
        namespace: 'default',
        ownerReferences: [
          {
            ...{ apiVersion, kind, name: 'owner', uid: '3f0c3a53-3c3c-4b2b-9a43-5a1e51b2d1aa' },
            ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
          },
        ],
      },
    })),
  ),
  ...['n1', 'gone', undefined].flatMap((nodeName, index) =>
    [{}, { 'topology.kubernetes.io/zone': 'mine', app: 'a' }].map((labels, at) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `pod-${index}-${at}`, namespace: 'default', labels },
      spec: { ...(nodeName === undefined ? {} : { nodeName }), containers: [{ name: 'a', image: 'nginx' }] },
    })),
  ),
];

/** The flags of the server. */
export const flags: readonly string[] = [
  '--authorization-mode=RBAC',
  '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
  '--disable-admission-plugins=ServiceAccount',
  '--feature-gates=ClusterTrustBundle=true',
  '--runtime-config=certificates.k8s.io/v1beta1/clustertrustbundles=true',
];
