import { createLog } from '@modegate/cli-kit';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/agent/secrets.ts';

describe('secrets', () => {
  test('createSecrets masks the secrets of a configuration wherever they occur', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'sk-0123456789', profiles: [{ openRouterApiKey: 'or-9876543210' }], mode: 'code' });
    expect(secrets.mask('refused: sk-0123456789 and or-9876543210 in mode code')).toBe(
      'refused: [redacted] and [redacted] in mode code',
    );
  });

  test('createSecrets masks the whole of a secret that starts with another secret', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'sk-01234567', openAiApiKey: 'sk-0123456789' });
    expect(secrets.mask('sk-0123456789')).toBe('[redacted]');
  });

  test('createSecrets does not mask the words of a message that equal a short secret', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'key' });
    expect(secrets.mask('the key is missing')).toBe('the key is missing');
  });

  test('the log contains no secrets', () => {
    const lines: string[] = [];
    const secrets = createSecrets();
    const log = createLog({
      level: 'DEBUG',
      name: 'ipc-server',
      mask: secrets.mask,
      writeStderr: (line) => void lines.push(line),
      now: () => new Date(0),
    });
    secrets.learn({ apiKey: 'sk-0123456789' });
    log.error('failed', new Error('with sk-0123456789\nforged line'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^1970-01-01T00:00:00\.000Z - ipc-server - ERROR - failed: Error: with \[redacted\] \| /);
  });
});
