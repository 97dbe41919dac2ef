import { configMap, oldIngress } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

const half = {
  'a.yaml': configMap,
  'b/.kubecompat.yaml': 'default: [gone]\n',
  'b/b.yaml': configMap,
};

runScenarios('formats', [
  {
    title: 'github: what a refused configuration keeps from being judged is told',
    files: half,
    type: 'check . --format github',
    exit: 2,
    stdout: [
      /^::notice title=1 of 2 resources judged::1 of 2 .*: under a configuration that is refused\. Fix .*\.\n::warning file=b\/b\.yaml,title=not judged::b\/\.kubecompat\.yaml is refused\n$/,
    ],
  },
  {
    title: 'junit: it is an error there',
    files: half,
    type: 'check . --format junit',
    exit: 2,
    stdout: ['tests="2" failures="0" errors="1" skipped="0"'],
  },
  {
    title: 'github: workflow commands, their values escaped',
    files: { 'a,b.yaml': oldIngress },
    type: `check . ${at136} --format github`,
    exit: 1,
    stdout: [
      /^1 resource judged\n::error file=a%2Cb\.yaml,line=1,endLine=1,col=13,endColumn=31,title=removed-api::.*%0A.*\n$/,
    ],
  },
  {
    title: 'junit: a suite for each file, a case for each resource, and XML that no manifest can break',
    files: { 'a&b.yaml': `${configMap}"<x]]>": 1\n---\n${oldIngress}`, 'broken.yaml': `${configMap}---\na: [\n` },
    type: `check . ${at136} --format junit`,
    exit: 1,
    stdout: [
      '<testsuites name="kubecompat" tests="4" failures="3" errors="0" skipped="0">',
      '<testsuite name="a&amp;b.yaml" tests="2" failures="2" errors="0" skipped="0">',
      /<testcase classname="a&amp;b\.yaml" name="ConfigMap settings #0">\n {6}<failure type="unknown-field" message="&quot;&lt;x\]\]&gt;&quot;/,
      /<testcase classname="broken\.yaml" name="ConfigMap settings #0"\/>\n {4}<testcase classname="broken\.yaml" name="document 1">\n {6}<failure type="syntax-error"/,
      /<\/testsuites>\n$/,
    ],
    never: ['<x]'],
  },
  {
    title: 'gitlab: a list of code quality issues',
    files: { 'a.yaml': oldIngress },
    type: `check . ${at136} --format gitlab`,
    exit: 1,
    stdout: [
      /^\[\n {2}\{\n {4}"description": ".*",\n {4}"check_name": "removed-api",\n {4}"fingerprint": "[0-9a-f]{16}",\n {4}"severity": "major",/,
      '"path": "a.yaml"',
      /\]\n$/,
    ],
  },
  {
    title: 'html: one file that needs nothing else',
    files: { 'a.yaml': oldIngress },
    type: `check . ${at136} --format html`,
    exit: 1,
    stdout: [/^<!DOCTYPE html>\n/, 'was last served by Kubernetes 1.21', /<\/html>\n$/],
    never: ['http://', 'https://'],
  },
  {
    title: 'markdown: a table that no manifest can break out of',
    files: { 'a.yaml': `${configMap}"<img|x>": 1\n` },
    type: `check . ${at136} --format=markdown`,
    exit: 1,
    stdout: ['# Kubecompat', '**1 error**; 1 resource judged in 1 file', '| error<br>`unknown-field` | `a.yaml:7`'],
    never: ['"<img', '**<img'],
  },
]);
