import { configMap, oldIngress } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

runScenarios('formats', [
  {
    title: 'github: workflow commands, their values escaped',
    files: { 'a,b.yaml': oldIngress },
    type: `check . ${at136} --format github`,
    exit: 1,
    stdout: [/^::error file=a%2Cb\.yaml,line=1,endLine=1,col=13,endColumn=31,title=removed-api::.*%0A.*\n$/],
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
