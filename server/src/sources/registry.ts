import { clusterSecrets } from './clusterSecrets.ts';
import { compose } from './compose.ts';
import { compositions } from './compositions.ts';
import { azureTemplate } from './declared/azureTemplate.ts';
import { cloudFormation } from './declared/cloudFormation.ts';
import { pulumi } from './declared/pulumi.ts';
import { k0s } from './k0s.ts';
import { k3s } from './k3s.ts';
import { kind } from './kind.ts';
import { minikube } from './minikube.ts';
import { objects } from './objects.ts';
import { pods } from './pods.ts';
import { settingsFiles } from './settingsFiles.ts';
import type { TargetSource } from './source.ts';

/** Every YAML and JSON format of cluster descriptions, one line each. */
export const targetSources: readonly TargetSource[] = [
  pods,
  objects,
  kind,
  k0s,
  k3s,
  minikube,
  settingsFiles,
  compose,
  compositions,
  clusterSecrets,
  cloudFormation,
  azureTemplate,
  pulumi,
];
