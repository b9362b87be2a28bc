export { createRedact, type Redact, type RedactOptions } from './redact-text.ts';
export { redactSecrets } from './redact-value.ts';
export { holdsHeaders, isSecretHeader, isSecretName } from './secret-names.ts';
