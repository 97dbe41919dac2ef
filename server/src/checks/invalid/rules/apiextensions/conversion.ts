import { dns1035Label } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateWebhookService, validateWebhookUrl } from '../meta/webhookClient.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go,
// validateCustomResourceConversion.

const strategies = ['None', 'Webhook'];
const reviewVersions = ['v1', 'v1beta1'];

/** How versions are converted. The internal type has no `webhook`, so the paths leave it out. */
export function validateConversion(conversion: Value, errors: ErrorList): void {
  if (!conversion.present) return;
  const [strategy, webhook] = [conversion.at('strategy'), conversion.at('webhook')];
  if (strategy.empty) errors.required(strategy);
  else errors.oneOf(strategy, strategies);
  const client = webhook.at('clientConfig').reportedAt(conversion.at('webhookClientConfig'));
  const versions = webhook.at('conversionReviewVersions');
  const place = versions.reportedAt(conversion.at('conversionReviewVersions'));
  if (strategy.text !== 'Webhook') {
    const why = 'should not be set when strategy is not set to Webhook';
    if (client.present) errors.forbidden(client, why);
    if (!versions.empty) errors.forbidden(place, why);
    return;
  }
  validateClient(client, errors);
  validateReviewVersions(place, errors);
}

function validateClient(client: Value, errors: ErrorList): void {
  const [url, service] = [client.at('url'), client.at('service')];
  if (!client.present) errors.required(client, 'required when strategy is set to Webhook');
  else if (url.present === service.present) errors.required(client, 'exactly one of url or service is required');
  else if (url.present) validateWebhookUrl(url, errors);
  else validateWebhookService(service, errors);
}

function validateReviewVersions(versions: Value, errors: ErrorList): void {
  if (versions.empty) {
    errors.required(versions);
    return;
  }
  const seen = new Set<string>();
  for (const version of versions.items) {
    if (seen.has(version.text)) errors.invalid(version, 'duplicate version');
    else errors.invalid(version, dns1035Label(version.text), version.text);
    seen.add(version.text);
  }
  if (!reviewVersions.some((version) => seen.has(version))) {
    errors.invalid(versions, `must include at least one of ${reviewVersions.join(', ')}`);
  }
}
