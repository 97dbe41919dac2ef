/*
 * `answers.jsonl.gz`: 2,400 generated kustomizations (`cases.ts`), each with resources, bases, components and
 * transformers, and a JSON patch, a merge patch, replacements or a variable, and the output of Kustomize 5.8.1, or its
 * error.
 */
import { randomFrom } from '../../../server/src/text/randomFrom.ts';

/** The files of a kustomization; `kustomization.yaml` is the built one. */
export type Files = Readonly<Record<string, string>>;

/** A kustomization generated from a seed: resources, their transformations, and the tested part. */
export function caseOf(seed: number): Files {
  return new Maker(randomFrom(seed)).files();
}

const deployment = (name: string, metadata: string, spec: string, containers: string) =>
  `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}${metadata} }
spec:
${spec}  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: ${containers}
`;

const container = '[{ name: web, image: "web:1" }]';
const two =
  '[{ name: web, image: "web:1", args: [a, b], ports: [{ containerPort: 80 }] }, { name: side, env: [{ name: A, value: b }] }]';

const resources: readonly string[] = [
  deployment('web', '', '', container),
  deployment('web', ', namespace: prod', '  replicas: 2\n', two),
  deployment('api', ', annotations: { a.b/c: x }', '  replicas: 1\n', container),
  deployment('api', ', labels: { tier: back }', '', two),
  'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports: [{ port: 80, name: http }]\n',
  'apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: prod }\nspec: { type: ClusterIP, ports: [] }\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { a: x-y, json: \'{"k": {"z": 1}}\', "1": n }\n',
  'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: { name: listed }\n    data: { a: b }\n',
  'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: web }\nspec: { size: 1, parts: [{ name: x }] }\n',
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: web }\nspec:\n  rules: [{ host: a.example.com }]\n',
];

const pointers: readonly string[] = [
  '/spec/replicas',
  '/spec/replica',
  '/spec/minReadySeconds',
  '/metadata/labels/tier',
  '/metadata/labels/app',
  '/metadata/annotations/a.b~1c',
  '/metadata/annotations/new',
  '/metadata/namespace',
  '/metadata/name',
  '/metadata',
  '/spec/template/metadata/labels/app',
  '/spec/template/metadata/annotations/x',
  '/spec/template/spec/containers/0/image',
  '/spec/template/spec/containers/0/imag',
  '/spec/template/spec/containers/1/env/0/value',
  '/spec/template/spec/containers/1/env/-',
  '/spec/template/spec/containers/0/env/-',
  '/spec/template/spec/containers/-',
  '/spec/template/spec/containers/2',
  '/spec/template/spec/containers/1',
  '/spec/template/spec/containers/-1/name',
  '/spec/template/spec/containers/web/image',
  '/spec/template/spec/volumes',
  '/spec/template/spec/volumes/-',
  '/spec/template/spec/nodeSelector/a~1b',
  '/spec/ports/0/port',
  '/spec/ports/0/nodePort',
  '/spec/ports/-',
  '/spec/type',
  '/spec/selector/app',
  '/data/a',
  '/data/b',
  '/data/1',
  '/data',
  '/data/a/b',
  '/spec/rules/0/host',
  '/spec/parts/0/name',
  '/spec/parts/1',
  '/status',
  '/stringData/a',
  'spec/replicas',
  'replicas',
  '/spec/',
  '',
];

const values: readonly string[] = ['3', '"x"', '{ name: x }', '[]', 'null', '{ a: b }', 'true'];

const targets: readonly string[] = [
  '{ kind: Deployment }',
  '{ kind: Deployment, name: web }',
  '{ kind: Deployment, name: w.* }',
  '{ group: apps, version: v1, kind: Deployment, name: api }',
  '{ kind: Service, name: web }',
  '{ kind: Service, namespace: prod }',
  '{ kind: ConfigMap }',
  '{ name: web }',
  '{ kind: Widget }',
  '{ kind: Deployment, labelSelector: tier=back }',
  '{ group: apps, kind: Deployment, namespace: default }',
  '{ kind: Deployment, name: "(web|api)" }',
  '{ kind: Deployment, name: "web(" }',
  '{ kind: Ingress, name: nothing }',
  '{ kind: Deployment, name: pre-web }',
];

const sources: readonly string[] = [
  'kind: ConfigMap, name: settings',
  'kind: ConfigMap',
  'kind: ConfigMap, name: listed',
  'kind: ConfigMap, name: made',
  'kind: Deployment, name: web',
  'kind: Deployment',
  'kind: Service, name: web',
  'kind: Service, name: web, namespace: prod',
  'name: web',
  'kind: Widget, name: web',
  'kind: Deploy.*',
  'group: apps, kind: Deployment, name: api',
  'group: apps, version: v1beta1, kind: Deployment, name: web',
  'kind: Service, name: web, namespace: default',
  'kind: Deployment, name: pre-web',
];

const fields: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels.tier',
  'metadata.annotations.a\\.b/c',
  'metadata.annotations.[a.b/c]',
  'metadata.annotation.a',
  'spec.replicas',
  'spec.replica',
  '.spec.replicas',
  'spec.template.metadata.labels.app',
  'spec.template.metadata.annotations.x',
  'spec.template.spec.containers.0.image',
  'spec.template.spec.containers.1.image',
  'spec.template.spec.containers.3.image',
  'spec.template.spec.containers.*.image',
  'spec.template.spec.containers.*.img',
  'spec.template.spec.containers.[name=web].image',
  'spec.template.spec.containers.[name=side].env.[name=A].value',
  'spec.template.spec.containers.[nam=web].image',
  'spec.template.spec.containers.[name=none].image',
  'spec.template.spec.containers.[web].image',
  'spec.template.spec.containers.image',
  'spec.template.spec.containers.-.image',
  'spec.template.spec.volumes.*.name',
  'spec.template.spec.nodeSelector.a',
  'spec.template.0.spec',
  'spec.ports.0.port',
  'spec.ports.[name=http].port',
  'spec.ports.[port=80].name',
  'spec.ports.*.port',
  'spec.type',
  'data.a',
  'data.b',
  'data.json',
  'data.json.k.z',
  'data.json.q',
  'data.a.b',
  'data.1',
  'data.[1]',
  'spec.size',
  'spec.parts.0.name',
  'spec.rules.0.host',
  'spec.template..metadata',
];

const patches: readonly string[] = [
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 5 }\n',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, annotations: { new: y } }\nspec: { template: { spec: { volumes: [{ name: v }] } } }\n',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: api }\nspec: { template: { spec: { containers: [{ name: web, env: [{ name: B }] }] } } }\n',
  'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { type: NodePort }\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { b: c }\n',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n$patch: delete\n',
  'apiVersion: apps/v1beta2\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 5 }\n',
  'apiVersion: v1\nkind: Secret\nmetadata: { name: nothing }\ndata: {}\n',
];

/** The paths in a list that the selected objects are likely to have. */
function likely(paths: readonly string[], selector: string): readonly string[] {
  const kind = /kind: (\w+)/.exec(selector)?.[1] ?? '';
  const regExp = likelyParts[kind];
  return regExp === undefined ? paths : paths.filter((path) => regExp.test(path));
}

const likelyParts: Readonly<Record<string, RegExp>> = {
  Deployment: /metadata|template|replica/,
  Service: /metadata\W(?!ann)|port|type|selector/,
  ConfigMap: /data/,
  Widget: /metadata|size|parts/,
  Ingress: /metadata|rules/,
};

class Maker {
  readonly #random: () => number;
  readonly #files: Record<string, string> = {};

  constructor(random: () => number) {
    this.#random = random;
  }

  files(): Files {
    const names = this.#resources();
    const isLayered = this.#random() < 0.4;
    const base = isLayered ? 'base/' : '';
    for (const [name, text] of Object.entries(names)) this.#files[`${base}${name}`] = text;
    const top: string[] = [];
    const layer = ['resources:', ...Object.keys(names).map((name) => `  - ${name}`), ...this.#changes(base)];
    if (isLayered) {
      this.#files['base/kustomization.yaml'] = `${layer.join('\n')}\n`;
      top.push('resources:\n  - base', ...this.#changes(''));
    } else top.push(...layer);
    if (this.#random() < 0.15) {
      const component = [
        'kind: Component',
        'apiVersion: kustomize.config.k8s.io/v1alpha1',
        'commonAnnotations: { part: x }',
        ...this.#changes('part/').filter((line) => !line.startsWith('commonA')),
      ];
      this.#files['part/kustomization.yaml'] = `${component.join('\n')}\n`;
      top.push('components: [part]');
    }
    top.push(...this.#judged());
    this.#files['kustomization.yaml'] = `${top.join('\n')}\n`;
    return this.#files;
  }

  #pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random() * from.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  }

  #resources(): Readonly<Record<string, string>> {
    const count = 3 + Math.floor(this.#random() * 6);
    const chosen = new Set(Array.from({ length: count }, () => this.#pick(resources)));
    const texts = new Map<string, string>();
    // Kustomize refuses two resources with the same kind, name and namespace.
    for (const text of chosen)
      texts.set(text.split(/\n(?:spec|data|items):/)[0]?.replace(/, (?:labels|annotations).*/, ' }') ?? '', text);
    return Object.fromEntries([...texts.values()].map((text, index) => [`r${index}.yaml`, text]));
  }

  /** Transformations of resources before the tested part. */
  #changes(folder: string): readonly string[] {
    const lines: string[] = [];
    const maybeAdd = (line: () => string, chance = 0.1) => {
      if (this.#random() < chance) lines.push(line());
    };
    maybeAdd(() => 'namePrefix: pre-');
    maybeAdd(() => 'namespace: other');
    maybeAdd(() => 'commonAnnotations: { note: x }', 0.05);
    maybeAdd(() => 'labels: [{ pairs: { new: x } }]', 0.05);
    maybeAdd(() => 'configMapGenerator: [{ name: made, literals: [a=b] }]', 0.2);
    maybeAdd(() => 'replicas: [{ name: web, count: 4 }]', 0.03);
    maybeAdd(() => {
      this.#files[`${folder}merge.yaml`] = this.#pick(patches);
      return 'patchesStrategicMerge: [merge.yaml]';
    }, 0.07);
    return lines;
  }

  #judged(): readonly string[] {
    const kind = this.#random();
    if (kind < 0.45) return ['patches:', ...this.#patch(), ...(this.#random() < 0.3 ? this.#patch() : [])];
    if (kind < 0.5) return this.#oldPatch();
    if (kind < 0.58) return ['patches:', `  - patch: |-\n${indented(this.#pick(patches), 6)}`];
    if (kind < 0.62) return this.#variable();
    if (kind < 0.75) {
      this.#files['replace.yaml'] =
        this.#random() < 0.5 ? `${this.#replacement()}\n` : `- ${this.#replacement()}\n- ${this.#replacement()}\n`;
      return ['replacements: [{ path: replace.yaml }]'];
    }
    return [
      'replacements:',
      `  - ${this.#replacement()}`,
      ...(this.#random() < 0.3 ? [`  - ${this.#replacement()}`] : []),
    ];
  }

  #patch(): readonly string[] {
    const target = this.#random() < 0.03 ? [] : [`    target: ${this.#pick(targets)}`];
    const operations = this.#operations(target[0] ?? '');
    const form = this.#random();
    if (form < 0.2) {
      const name = `patch${Object.keys(this.#files).length}.yaml`;
      this.#files[name] = `${operations.map((operation) => `- ${operation}`).join('\n')}\n`;
      return [`  - path: ${name}`, ...target];
    }
    if (form < 0.3) return [`  - patch: '[${operations.join(', ')}]'`, ...target];
    return ['  - patch: |-', ...operations.map((operation) => `      - ${operation}`), ...target];
  }

  #oldPatch(): readonly string[] {
    const target = '{ group: apps, version: v1, kind: Deployment, name: web }';
    return [
      'patchesJson6902:',
      `  - target: ${target}`,
      '    patch: |-',
      ...this.#operations(target).map((operation) => `      - ${operation}`),
    ];
  }

  #operations(target: string): readonly string[] {
    return Array.from({ length: 1 + Math.floor(this.#random() ** 2 * 3) }, () => this.#operation(target));
  }

  #pathFor(paths: readonly string[], selector: string): string {
    return this.#pick(this.#random() < 0.9 ? likely(paths, selector) : paths);
  }

  #operation(target: string): string {
    const op =
      this.#random() < 0.03
        ? 'put'
        : this.#pick(['add', 'add', 'add', 'remove', 'replace', 'replace', 'move', 'copy', 'test']);
    const parts = [`op: ${op}`];
    if (this.#random() < 0.98) parts.push(`path: "${this.#pathFor(pointers, target)}"`);
    if ((op === 'move' || op === 'copy') && this.#random() < 0.95)
      parts.push(`from: ${JSON.stringify(this.#pathFor(pointers, target))}`);
    if (['add', 'replace', 'test', 'put'].includes(op) && this.#random() < 0.96)
      parts.push(`value: ${this.#pick(values)}`);
    return `{ ${parts.join(', ')} }`;
  }

  #replacement(): string {
    const chance = this.#random();
    const source = chance < 0.15 ? '' : `source: { ${this.#source()} }, `;
    const value = chance < 0.12 || chance > 0.97 ? 'sourceValue: x, ' : '';
    const targetCount = this.#random() < 0.04 ? 0 : 1 + Math.floor(this.#random() * 1.3);
    const all = Array.from({ length: targetCount }, () => this.#target());
    return `{ ${source}${value}targets: [${all.join(', ')}] }`;
  }

  #target(): string {
    const target = this.#pick(targets);
    const select = this.#random() < 0.04 ? '' : `select: ${target}, `;
    const reject = this.#random() < 0.1 ? `reject: [${this.#pick(targets)}], ` : '';
    const options: string[] = [];
    if (this.#random() < 0.4) options.push('create: true');
    if (this.#random() < 0.1) options.push('delimiter: "-", index: 1');
    const tail = options.length === 0 ? '' : `, options: { ${options.join(', ')} }`;
    const paths = Array.from(
      { length: 1 + Math.floor(this.#random() * 1.4) },
      () => `'${this.#pathFor(fields, target)}'`,
    );
    return `{ ${select}${reject}fieldPaths: [${paths.join(', ')}]${tail} }`;
  }

  #source(): string {
    const source = this.#pick(this.#random() < 0.5 ? sources.slice(0, 1) : sources);
    // Half of the paths exist.
    const usual = source.includes('ConfigMap') ? 'data.a' : 'metadata.name';
    return `${source}, fieldPath: '${this.#random() < 0.5 ? usual : this.#pathFor(fields, source)}'`;
  }

  #variable(): readonly string[] {
    const object = this.#pick([
      'apiVersion: apps/v1, kind: Deployment',
      'apiVersion: v1, kind: Service',
      'apiVersion: v1, kind: ConfigMap',
    ]);
    const field = this.#pick([
      'metadata.name',
      'spec.ports[0].port',
      'spec.port',
      'data.a',
      'spec.replicas',
      'metadata.label.a',
    ]);
    return [
      `vars: [{ name: A, objref: { ${object}, name: ${this.#pick(['web', 'settings'])} }, fieldref: { fieldpath: '${field}' } }]`,
    ];
  }
}

function indented(text: string, width: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}
