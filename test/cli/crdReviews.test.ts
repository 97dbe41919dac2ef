import { runScenarios } from './scenario.ts';

const lamp = (version: string, spec: string, metadata = '') =>
  `{ apiVersion: example.com/${version}, kind: Lamp, metadata: { name: a, namespace: b, uid: "1"${metadata} }, spec: { ${spec} } }`;

interface Sample {
  readonly to?: string;
  readonly objects: readonly string[];
  readonly converted: readonly string[];
  readonly uid?: string;
  readonly answers?: string;
  readonly result?: string;
  readonly version?: string;
}

const review = ({ to = 'v1', objects, converted, uid = 'x', answers = uid, result, version = 'v1' }: Sample) =>
  `apiVersion: apiextensions.k8s.io/${version}
kind: ConversionReview
request:
  uid: ${uid}
  desiredAPIVersion: example.com/${to}
  objects:
${objects.map((each) => `  - ${each}\n`).join('')}response:
  uid: ${answers}
  result: { ${result ?? 'status: Success'} }
  convertedObjects:
${converted.map((each) => `  - ${each}\n`).join('')}`;

const there = { objects: [lamp('v1alpha1', 'colour: red, size: 2')], converted: [lamp('v1', 'tint: red, size: 2')] };
const back = { to: 'v1alpha1', objects: there.converted, converted: there.objects, uid: 'y' };

/** A sample that a server refuses, and its sentence. */
const refused: readonly (readonly [title: string, sample: Sample, says: string])[] = [
  ['another uid', { ...there, answers: 'z' }, 'expected response.uid="x", got "z"'],
  ['no success', { ...there, result: '' }, "response.result.status was '', not 'Success'"],
  ['a refusal', { ...there, result: 'status: Failed, message: no idea' }, 'the webhook refuses: no idea'],
  ['too few objects', { ...there, converted: [] }, 'the webhook returned 0 objects, expected 1'],
  [
    'another version',
    { ...there, converted: there.objects },
    'invalid groupVersion (expected example.com/v1, received example.com/v1alpha1)',
  ],
  [
    'another kind',
    { ...there, converted: [lamp('v1', '').replace('Lamp', 'Bulb')] },
    'invalid kind (expected Lamp, received Bulb)',
  ],
  [
    'another name',
    { ...there, converted: [lamp('v1', '').replace('name: a', 'name: c')] },
    'must have the same name: a != c',
  ],
  [
    'another namespace',
    { ...there, converted: [lamp('v1', '').replace('namespace: b', 'namespace: c')] },
    'must have the same namespace: b != c',
  ],
  ['another UID', { ...there, converted: [lamp('v1', '').replace('"1"', '"2"')] }, 'must have the same UID: 1 != 2'],
  [
    'objects in another order',
    {
      objects: [lamp('v1alpha1', ''), lamp('v1alpha1', '').replace('name: a', 'name: c')],
      converted: [lamp('v1', '').replace('name: a', 'name: c'), lamp('v1', '')],
    },
    'convertedObjects[0]: must have the same name: a != c',
  ],
  [
    'no metadata',
    { ...there, converted: ['{ apiVersion: example.com/v1, kind: Lamp }'] },
    'must have the same name: a != ',
  ],
  [
    'a label that is none',
    { ...there, converted: [lamp('v1', '', ', labels: { a: "b c" }')] },
    'metadata.labels[a]: a valid label must be',
  ],
  [
    'an annotation that is no string',
    { ...there, converted: [lamp('v1', '', ', annotations: { a: 1 }')] },
    'metadata.annotations[a] must be a string',
  ],
];

runScenarios('crd reviews', [
  {
    title: 'takes what a server takes, and follows it there and back',
    files: { 'a.yaml': `${review(there)}---\n${review(back)}` },
    type: 'crd reviews a.yaml',
    exit: 0,
    stdout: ['a server takes every answer; 2 reviews, 2 conversions followed there and back, 0 one way'],
  },
  {
    title: 'matches requests and responses of files by their uid',
    files: {
      'reviews/request.json': JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'ConversionReview',
        request: { uid: 'x', desiredAPIVersion: 'example.com/v1', objects: [] },
      }),
      'reviews/response.json': JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'ConversionReview',
        response: { uid: 'x', result: { status: 'Success' }, convertedObjects: [] },
      }),
    },
    type: 'crd reviews reviews',
    exit: 0,
    stdout: ['1 review'],
  },
  ...refused.map(([title, sample, says]) => ({
    title: `refuses ${title}`,
    files: { 'a.yaml': review(sample) },
    type: 'crd reviews a.yaml',
    exit: 1,
    stdout: ['a.yaml:', 'error', says],
  })),
  {
    title: 'does not verify the uid of the first version of the API, as no server does',
    files: { 'a.yaml': review({ ...there, answers: 'z', version: 'v1beta1' }) },
    type: 'crd reviews a.yaml',
    exit: 0,
    stdout: ['a server takes every answer'],
  },
  {
    title: 'takes annotations that the webhook keeps its own data in, and says what the server undoes',
    files: {
      'a.yaml': review({
        ...there,
        converted: [lamp('v1', 'tint: red', ', annotations: { example.com/kept: "1" }, generation: 7')],
      }),
    },
    type: 'crd reviews a.yaml',
    exit: 0,
    stdout: ['warning', 'metadata.generation is not the webhook', '1 one way'],
  },
  {
    title: 'says what does not come back',
    files: {
      'a.yaml': review(there),
      'b.yaml': review({ ...back, converted: [lamp('v1alpha1', 'colour: red')] }),
    },
    type: 'crd reviews a.yaml b.yaml',
    exit: 1,
    stdout: ['b.yaml:12:', 'Lamp a does not come back from example.com/v1: spec.size was 2 and is absent'],
  },
  {
    title: 'does not take a request without an answer for judged',
    files: {
      'a.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nrequest: { uid: x, desiredAPIVersion: a.b/v1, objects: [] }\n',
    },
    type: 'crd reviews a.yaml',
    exit: 3,
    stderr: ['a request x without a response'],
  },
  {
    title: 'needs samples',
    files: { 'a.yaml': 'a: 1\n' },
    type: 'crd reviews a.yaml',
    exit: 2,
    stderr: ['there is no ConversionReview'],
  },
]);
