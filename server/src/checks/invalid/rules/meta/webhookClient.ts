import { dns1035Label, dnsSubdomain } from '../../../../formats/dns.ts';
import { portNumber } from '../../../../formats/number.ts';
import { parseUrl } from '../../../../formats/url.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: k8s.io/apiserver/pkg/util/webhook/validation.go.

const form = '; desired format: https://host[/path]';

/** The URL of a webhook: `ValidateWebhookURL`. */
function validateWebhookUrl(url: Value, errors: ErrorList): void {
  const parsed = parseUrl(url.text);
  if (typeof parsed === 'string') {
    errors.required(url, `url must be a valid URL: ${parsed}${form}`);
    return;
  }
  const { scheme, host, user, fragment, query } = parsed;
  if (scheme !== 'https') errors.invalid(url, `'https' is the only allowed URL scheme${form}`, scheme);
  if (host === '') errors.invalid(url, `host must be specified${form}`, '');
  if (user !== undefined) errors.invalid(url, 'user information is not permitted in the URL', user);
  if (fragment !== '') errors.invalid(url, 'fragments are not permitted in the URL', fragment);
  if (query !== '') errors.invalid(url, 'query parameters are not permitted in the URL', query);
}

/**
 * The service of a webhook: `ValidateWebhookService`. The server swaps name and namespace in the call, so it reports
 * each at the other's path.
 */
function validateWebhookService(service: Value, errors: ErrorList): void {
  const [name, namespace, port, path] = [
    service.at('name'),
    service.at('namespace'),
    service.at('port'),
    service.at('path'),
  ];
  if (name.empty) errors.required(namespace);
  if (namespace.empty) errors.required(name);
  const wrong = portNumber(port.number ?? 443);
  if (wrong.length > 0) errors.invalid(port, `port is not valid: ${wrong.join(', ')}`);
  if (path.present) validatePath(path, errors);
}

function validatePath(path: Value, errors: ErrorList): void {
  const { text } = path;
  if (text === '' || text === '/') return;
  if (text === '//') {
    errors.invalid(path, 'segment[0] may not be empty');
    return;
  }
  if (!text.startsWith('/')) errors.invalid(path, "must start with a '/'");
  const rest = text.slice(1);
  for (const [index, step] of (rest.endsWith('/') ? rest.slice(0, -1) : rest).split('/').entries()) {
    if (step === '') errors.invalid(path, `segment[${index}] may not be empty`);
    else
      errors.invalid(
        path,
        dnsSubdomain(step).map((problem) => `segment[${index}]: ${problem}`),
      );
  }
}

/** Exactly one of a URL and a service. */
export function validateUrlOrService(client: Value, errors: ErrorList): void {
  const [url, service] = [client.at('url'), client.at('service')];
  if (url.present === service.present) errors.required(client, 'exactly one of url or service is required');
  else if (url.present) validateWebhookUrl(url, errors);
  else validateWebhookService(service, errors);
}

/** The versions of reviews that servers send. */
export const reviewVersions = ['v1', 'v1beta1'];

/** The review versions of a webhook; `missing` is the message if there are none. */
export function validateReviewVersions(versions: Value, missing: string, errors: ErrorList): void {
  if (versions.empty) {
    errors.required(versions, missing);
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
