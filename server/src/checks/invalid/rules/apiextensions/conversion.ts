import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateReviewVersions, validateUrlOrService } from '../meta/webhookClient.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go,
// validateCustomResourceConversion.

const strategies = ['None', 'Webhook'];

/** How versions are converted. The internal type has no `webhook`, so the paths leave it out. */
export function validateConversion(conversion: Value, errors: ErrorList): void {
  if (!conversion.present) return;
  const [strategy, webhook] = [conversion.at('strategy'), conversion.at('webhook')];
  if (strategy.empty) errors.required(strategy);
  else errors.oneOf(strategy, strategies);
  const client = webhook.at('clientConfig').reportedAt(conversion.at('webhookClientConfig'));
  const versions = webhook.at('conversionReviewVersions');
  const field = versions.reportedAt(conversion.at('conversionReviewVersions'));
  if (strategy.text !== 'Webhook') {
    const why = 'should not be set when strategy is not set to Webhook';
    if (client.present) errors.forbidden(client, why);
    if (!versions.empty) errors.forbidden(field, why);
    return;
  }
  validateClient(client, errors);
  validateReviewVersions(field, '', errors);
}

function validateClient(client: Value, errors: ErrorList): void {
  if (!client.present) errors.required(client, 'required when strategy is set to Webhook');
  else validateUrlOrService(client, errors);
}
