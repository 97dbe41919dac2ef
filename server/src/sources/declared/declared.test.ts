import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatMinor, minor } from '../../targets/version.ts';
import { applyEdits } from '../../text/edit.ts';
import { clusterTarget } from '../clusterTarget.ts';
import { apiServerOf, describeClusters } from '../describeClusters.ts';
import { readSource } from '../fileTarget.ts';
import type { NeighbouringFiles } from './neighbouringFiles.ts';

/** A manifest with a version in each language, as a literal and as a variable. */
const languages: Readonly<Record<string, (version: string) => readonly [path: string, text: string]>> = {
  Terraform: (version) => [
    'a.tf',
    `resource "aws_eks_cluster" "a" {\n  name    = "a"\n  version = "${version}" # x\n}\n`,
  ],
  'Terraform with a variable': (version) => [
    'a.tf',
    `variable "v" {\n  default = "${version}"\n}\nmodule "eks" {\n  source             = "terraform-aws-modules/eks/aws"\n  kubernetes_version = var.v\n}\n`,
  ],
  'Terraform as JSON': (version) => [
    'a.tf.json',
    JSON.stringify({
      variable: { v: { default: version } },
      resource: { aws_eks_cluster: { a: { version: '${var.v}' } } },
    }),
  ],
  Terragrunt: (version) => [
    'live/eks/terragrunt.hcl',
    `locals {\n  v = "${version}"\n}\nterraform {\n  source = "tfr:///terraform-aws-modules/eks/aws?version=21.0.0"\n}\ninputs = {\n  kubernetes_version = local.v\n}\n`,
  ],
  CloudFormation: (version) => [
    'a.yaml',
    `Parameters:\n  V: { Type: String, Default: '${version}' }\nResources:\n  C:\n    Type: AWS::EKS::Cluster\n    Properties:\n      Version: !Ref V\n`,
  ],
  'CloudFormation as JSON': (version) => [
    'a.json',
    JSON.stringify({ Resources: { C: { Type: 'AWS::EKS::Cluster', Properties: { Version: version } } } }),
  ],
  Bicep: (version) => [
    'a.bicep',
    `param v string = '${version}'\nresource a 'Microsoft.ContainerService/managedClusters@2024-09-01' = {\n  properties: {\n    kubernetesVersion: v\n  }\n}\n`,
  ],
  'ARM template': (version) => [
    'a.json',
    JSON.stringify({
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      parameters: { v: { defaultValue: version } },
      resources: [
        {
          type: 'Microsoft.ContainerService/managedClusters',
          properties: { kubernetesVersion: "[parameters('v')]" },
        },
      ],
    }),
  ],
  Pulumi: (version) => [
    'Pulumi.yaml',
    `name: a\nruntime: yaml\nconfig:\n  v: { default: "${version}" }\nresources:\n  c:\n    type: aws:eks:Cluster\n    properties: { version: "\${v}" }\n`,
  ],
};

function read(path: string, text: string, surroundings?: NeighbouringFiles) {
  const [cluster, ...others] = describeClusters(readSource(text, path), path, surroundings);
  assert.ok(cluster !== undefined && others.length === 0, text);
  const target = clusterTarget(cluster);
  const version = apiServerOf(cluster)?.version;
  assert.ok(version !== undefined, text);
  return { target, version, cluster };
}

describe('clusters in languages for infrastructure as code', () => {
  for (const [name, write] of Object.entries(languages)) {
    it(`${name}: have a version with its position, where another one can be written`, () => {
      const minors = fc.integer({ min: 8, max: 45 }).map(minor);
      fc.assert(
        fc.property(minors, minors, fc.constantFrom('', '.4', '.4-eks-1', '.3-gke.1183000'), (first, second, patch) => {
          const [path, text] = write(`${formatMinor(first)}${patch}`);
          const { target, version } = read(path, text);
          assert.equal(target.ok && target.target.binary, first);
          assert.equal(version.elsewhere, undefined);
          assert.equal(text.slice(version.span.start, version.span.end), `${formatMinor(first)}${patch}`);
          const edited = applyEdits(text, [{ span: version.span, newText: formatMinor(second) }]);
          const again = read(path, edited ?? '').target;
          assert.equal(again.ok && again.target.binary, second);
        }),
        { seed: 1, numRuns: 20 },
      );
    });
  }

  it('have the position of a version in another file', () => {
    const values = 'v = "1.31"\n';
    const surroundings: NeighbouringFiles = { files: () => new Map([['terraform.tfvars', values]]) };
    const text = 'variable "v" {}\nresource "aws_eks_cluster" "a" {\n  version = var.v\n}\n';
    const { version, target } = read('live/a.tf', text, surroundings);
    assert.equal(target.ok && formatMinor(target.target.binary), '1.31');
    assert.equal(version.elsewhere?.file, 'live/terraform.tfvars');
    assert.equal(values.slice(version.elsewhere?.span.start, version.elsewhere?.span.end), '1.31');
  });

  for (const [expression, expected] of [
    ['[for x in ["1.30", "1.31"] : x if x != "1.30"][0]', '1.31'],
    ['{ for k, v in { a = "1.32" } : upper(k) => v }["A"]', '1.32'],
    ['{ for x in ["1.33", "1.34"] : "all" => x... }.all[1]', '1.34'],
    ['[{ v = "1.30" }, { v = "1.31" }][*].v[1]', undefined],
    ['[{ v = "1.30" }, { v = "1.31" }].*.v[1]', '1.31'],
    ['element([{ v = "1.30" }, { v = "1.31" }][*].v, 3)', '1.31'],
    ['1 + 1 == 2 && !(3 > 4) ? "1.35" : "1.20"', '1.35'],
    ['data.x.y.z || true ? "1.35" : "1.20"', '1.35'],
    ['data.x.y.z ? "1.35" : "1.20"', undefined],
    ['try({}.version, "1.29")', '1.29'],
    ['try(data.x.y.version, "1.29")', undefined],
    ['can({ a = 1 }.b) ? "1.20" : "1.36"', '1.36'],
    ['join(".", ["1", "33"])', '1.33'],
    ['format("%s.%d", 1, 30 + 4)', '1.34'],
    ['replace("v1.30.2", "/^v/", "")', undefined],
    ['jsondecode("{\\"v\\": \\"1.31\\"}").v', '1.31'],
    ['yamldecode(file("absent.yaml")).v', undefined],
    ['file("/etc/hostname")', undefined],
    ['terraform.workspace == "prod" ? "1.33" : "1.34"', undefined],
    ['coalesce(null, "", "1.33")', '1.33'],
    ['"1.3\\u0036"', '1.36'],
    ['one(["1.33"])', '1.33'],
    ['coalesce(one([]), "1.32")', '1.32'],
    ['one(["1.33", "1.34"])', undefined],
    ['length([for x in [1, 2] : x]) > 1 ? "1.33" : "1.20"', '1.33'],
  ] as const) {
    it(`evaluate ${expression} as ${expected ?? 'unknown'}`, () => {
      const { target } = read('a.tf', `resource "aws_eks_cluster" "a" {\n  version = ${expression}\n}\n`);
      assert.equal(target.ok ? formatMinor(target.target.binary) : undefined, expected);
    });
  }

  it('have a name and a provider', () => {
    const text =
      'locals {\n  n = "shop"\n}\nresource "aws_eks_cluster" "a" {\n  name    = "${local.n}-eks"\n  version = "1.31"\n}\n';
    const { cluster } = read('a.tf', text);
    assert.deepEqual([cluster.name, cluster.provider], ['shop-eks', 'eks']);
  });

  it('are not followed through endless or too many references', () => {
    const depth = 5_000;
    const chain = Array.from({ length: depth }, (_, at) => `  l${at} = local.l${at + 1}\n`).join('');
    const long = `locals {\n${chain}  l${depth} = "1.31"\n}\nresource "aws_eks_cluster" "a" {\n  version = local.l0\n}\n`;
    assert.match(read('a.tf', long).version.open ?? '', /refers to itself, or through too many others/);
    const wide = Array.from({ length: 20 }, (_, at) => `  w${at} = "\${local.w${at + 1}}\${local.w${at + 1}}"\n`).join(
      '',
    );
    const doubled = `locals {\n${wide}  w20 = "1"\n}\nresource "aws_eks_cluster" "a" {\n  version = local.w0\n}\n`;
    assert.match(read('a.tf', doubled).version.open ?? '', /too many steps/);
    const calls: NeighbouringFiles = {
      files: () =>
        new Map([
          [
            'main.tf',
            'module "again" {\n  source = "./."\n}\nresource "aws_eks_cluster" "a" {\n  version = "1.31"\n}\n',
          ],
        ]),
    };
    const called = describeClusters(readSource('module "first" {\n  source = "./x"\n}\n', 'a.tf'), 'a.tf', calls);
    assert.equal(called.length, 1);
  });

  it('are followed once if modules call each other', () => {
    const cluster = `resource a 'Microsoft.ContainerService/managedClusters@2024-09-01' = {\n  properties: { kubernetesVersion: '1.33' }\n}\n`;
    const calls = (other: string) =>
      Array.from({ length: 12 }, (_, at) => `module m${at} './${other}.bicep' = {\n  params: {}\n}\n`).join('');
    const texts = new Map([
      ['a.bicep', calls('b')],
      ['b.bicep', calls('a') + cluster],
    ]);
    const files: NeighbouringFiles['files'] = (_, wanted) => new Map([...texts].filter(([name]) => wanted(name)));
    const found = describeClusters(readSource(calls('b'), 'a.bicep'), 'a.bicep', { files });
    assert.equal(found.length, 12);
  });

  for (const [expression, expected] of [
    ['replace(file("long"), "a", file("long"))', /text of more than/],
    ['join(file("long"), split("", "aaaaaaaaaaaaaaaaaaaa"))', /text of more than/],
    ['"${file("long")}${file("long")}${file("long")}${file("long")}${file("long")}"', /text of more than/],
    ['sort(split("", file("long")))[0]', /list of more than/],
    ['[for x in split("", file("long")) : x][0]', /list of more than/],
  ] as const) {
    it(`limit the result of ${expression}`, () => {
      const surroundings: NeighbouringFiles = { files: () => new Map([['long', 'a'.repeat(250_000)]]) };
      const text = `resource "aws_eks_cluster" "a" {\n  version = ${expression}\n}\n`;
      assert.match(read('a.tf', text, surroundings).version.open ?? '', expected);
    });
  }
});
