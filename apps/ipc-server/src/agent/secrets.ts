import { createRedact, type Redact, redactSecrets } from '@modegate/secrets';

/** Store of the secrets seen so far, used to keep them out of everything this server outputs. */
export type Secrets = ReturnType<typeof createSecrets>;

// Masking shorter secrets would remove ordinary words from messages.
const minLength = 8;
const maxSecrets = 500;

/** Creates an empty store of secrets. */
export function createSecrets() {
  const known = new Set<string>();
  let redact: Redact = (text) => text;
  return {
    /** Remembers the secrets in a configuration: every value that `redactSecrets` would remove. */
    learn: (value: unknown) => {
      for (const secret of secretsIn(value, redactSecrets(value))) {
        if (known.size >= maxSecrets) break;
        known.add(secret);
      }
      redact = createRedact(known, { mask: '[redacted]', minLength });
    },
    /** Masks the remembered secrets in a string. */
    mask: (text: string) => redact(text),
  };
}

function* secretsIn(value: unknown, redacted: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value !== redacted && value.length >= minLength) yield value;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isKept = typeof redacted === 'object' && redacted !== null;
  for (const [key, item] of Object.entries(value)) {
    yield* secretsIn(item, isKept ? (redacted as Readonly<Record<string, unknown>>)[key] : undefined);
  }
}
