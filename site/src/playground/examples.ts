/** A text to begin with. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Texts with findings: a removed API, a dropped field, a conversion, a custom resource. */
export const examples: readonly Example[] = [
  {
    name: 'upgrade',
    title: 'APIs that an upgrade removes',
    text: `# Which of these does the API server still serve?
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailable: 2
  selector:
    matchLabels: { app: web }
---
apiVersion: batch/v1beta1
kind: CronJob
metadata:
  name: clean-up
spec:
  schedule: "0 3 * * *" # every night
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: clean-up
              image: registry.example.com/clean-up:1.4
`,
  },
  {
    name: 'dropped',
    title: 'Fields that are silently dropped',
    text: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  replicas: 3
  updateStrategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 2 # behind a feature gate
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      containers:
        - name: cache
          image: registry.example.com/cache:7
          imagePullpolicy: Always # misspelt
`,
  },
  {
    name: 'ingress',
    title: 'An Ingress to convert',
    text: `apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: shop
  annotations:
    kubernetes.io/ingress.class: nginx
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /
            backend:
              serviceName: shop
              servicePort: http # a name, not a number
`,
  },
  {
    name: 'custom',
    title: 'A custom resource of cert-manager',
    text: `apiVersion: cert-manager.io/v1alpha2
kind: Certificate
metadata:
  name: shop
spec:
  secretName: shop-tls
  organization: [Example]
  issuerRef:
    name: letsencrypt
    kind: ClusterIssuer
`,
  },
];
