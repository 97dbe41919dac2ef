import { readFileSync } from 'node:fs';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { filesBelow } from '../harness/files.ts';

/** Rare in fixtures: brackets, quotes and text of every kind, also at the end of a file. */
const dense = [
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: "web"
  labels: {app: web, "tier": 'front', list: [a, "b"]}
spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: web
          image: 'registry.example/web:1.0'
          args: ["--a", "b c", {d: [e]}]
          command:
            - sh
            - -c
            - |
              echo "a"
              echo b: c
          env:
          - name: A
            value: "it's"
          - {name: B, value: 'b'}
      volumes: [
        {name: x, emptyDir: {}},
        {name: y}
      ]
`,
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n    - name: a\n      args: ["--older-than", "30d"]',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: >-\n    folded\n    text\n\n  c: {d: "e"}\n  b: "two\n    lines"\n',
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    # why\n    a: b # c\n    d: "e" # f\nspec:\n  containers:\n  - name: a\n    image: b\n',
];

const longest = 1500;

/**
 * Documents that Kubernetes reads: those above, of the sample and of one check's fixtures, so that a new fixture of another
 * one changes nothing here. Each ends as its file does.
 */
export function sourcesOfManifests(): readonly string[] {
  const files = [...filesBelow('sample', /\.yaml$/), ...filesBelow('server/src/checks/removed-api', /\.fixed\.yaml$/)];
  const read = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return readManifest(text)
      .documents.filter(({ root, problems }) => root !== undefined && problems.length === 0)
      .map(({ span }) => text.slice(span.start, span.end).replace(/^\n/, ''));
  });
  return [...dense, ...new Set(read.filter((text) => text.length < longest && !text.includes('{{')))];
}
