import { createLog } from '@modegate/cli-kit';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/agent/secrets.ts';

describe('secrets', () => {
  test('that passed through a configuration are masked wherever they turn up', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'sk-0123456789', profiles: [{ openRouterApiKey: 'or-9876543210' }], mode: 'code' });
    expect(secrets.mask('refused: sk-0123456789 and or-9876543210 in mode code')).toBe(
      'refused: [redacted] and [redacted] in mode code',
    );
  });

  test('one that begins another leaves nothing of it', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'sk-01234567', openAiApiKey: 'sk-0123456789' });
    expect(secrets.mask('sk-0123456789')).toBe('[redacted]');
  });

  test('short ones do not take words out of messages', () => {
    const secrets = createSecrets();
    secrets.learn({ apiKey: 'key' });
    expect(secrets.mask('the key is missing')).toBe('the key is missing');
  });

  test('are not in the log', () => {
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
