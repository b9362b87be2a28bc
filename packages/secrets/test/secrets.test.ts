import { createRedact, isSecretName, redactSecrets } from '@modegate/secrets';
import { describe, expect, test } from 'vitest';

describe('createRedact', () => {
  test.each([
    ['as it is', 'x=p@ss word"!', 'p@ss word"!'],
    ['percent-encoded', `x=${encodeURIComponent('p@ss word"!')}`, 'p@ss word"!'],
    ['as JSON writes it', `x=${JSON.stringify('p@ss word"!').slice(1, -1)}`, 'p@ss word"!'],
    ['a long part of it', 'x=0123456789', 'Bearer 0123456789'],
  ])('createRedact shows no secret %s', (_how, text, secret) => expect(createRedact([secret])(text)).toBe('x=…'));

  const secret = 'p@ss–wörd/0123456789?';
  const bytes = Buffer.from(secret);
  test.each([
    ['Base64', bytes.toString('base64')],
    ['Base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['Base64 for addresses', bytes.toString('base64url')],
    ['hexadecimal', bytes.toString('hex')],
    ['hexadecimal in capitals', bytes.toString('hex').toUpperCase()],
    ['percent-encoding in lower case', encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['percent-encoding of every byte', [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
  ])('security L3: createRedact shows no secret in %s', (_how, encoded) =>
    expect(createRedact([secret])(`x=${encoded}!`)).toBe('x=…!'),
  );

  test.each(['', 'a', 'ab', 'user:'])(
    "security L3: createRedact shows nothing readable of a secret encoded after '%s'",
    (before) => {
      const encoded = Buffer.from(`${before}${secret} and more`).toString('base64');
      const shown = createRedact([secret])(encoded);
      expect(shown).toContain('…');
      expect(Buffer.from(shown.split('…')[0] ?? '', 'base64').toString()).not.toContain('p@');
    },
  );

  test('createRedact keeps a word that equals an encoding of a short secret', () => {
    expect(createRedact(['abcd'])(Buffer.from('abcd').toString('hex'))).toBe('61626364');
  });

  test('createRedact shows nothing of a secret that begins another', () => {
    expect(createRedact(['sk-0123', 'sk-0123456'])('key sk-0123456!')).toBe('key …!');
  });

  test('createRedact keeps what is too short for a secret', () => {
    expect(createRedact(['yes', ' 1 '])('yes, 1 ')).toBe('yes, 1 ');
    expect(createRedact(['secret'], { minLength: 8 })('secret')).toBe('secret');
  });

  test('createRedact inserts a mask literally', () => {
    expect(createRedact(['0123456789'], { mask: '[$&]' })('0123456789')).toBe('[$&]');
  });

  test('createRedact leaves the text unchanged if a secret is half a surrogate pair', () => {
    expect(createRedact(['\uD83Dabcd'])('abcd')).toBe('abcd');
  });
});

describe('the name of a secret', () => {
  test.each([
    'apiKey',
    'API_KEY',
    'x-api-key',
    'awsSecretKey',
    'github.token',
    'Password',
    'client_secret',
    'authorization',
  ])('isSecretName recognises %s', (name) => expect(isSecretName(name)).toBe(true));
  test.each(['maxTokens', 'keyboard', 'apiUrl', 'author', ''])('isSecretName rejects %s', (name) =>
    expect(isSecretName(name)).toBe(false),
  );
});

describe('redactSecrets', () => {
  test('redactSecrets copies a value without its secrets, at any depth', () => {
    const value = { profiles: [{ openRouterApiKey: 'or-1', model: 'm' }], token: { access: 'a' } };
    expect(redactSecrets(value)).toEqual({
      profiles: [{ openRouterApiKey: '[redacted]', model: 'm' }],
      token: '[redacted]',
    });
    expect(value.profiles[0]?.openRouterApiKey).toBe('or-1');
  });

  test('redactSecrets still shows whether something is set', () => {
    const value = { apiKey: '', token: null, password: true };
    expect(redactSecrets(value)).toEqual(value);
  });

  test('redactSecrets keeps no header or variable that may hold a secret', () => {
    expect(redactSecrets({ env: { MY_KEY_1: 'k', LANG: 'C' }, requestHeaders: { 'X-Signature-A': 's' } })).toEqual({
      env: { MY_KEY_1: '[redacted]', LANG: 'C' },
      requestHeaders: { 'X-Signature-A': '[redacted]' },
    });
  });

  test('redactSecrets accepts a value that contains itself, nests endlessly, or has a field __proto__', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(redactSecrets(circle)).toEqual({ self: '[circular]' });
    expect(JSON.stringify(redactSecrets(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)))).toContain('[too deep]');
    const copy = redactSecrets(JSON.parse('{"__proto__":{"apiKey":"k"}}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"apiKey":"[redacted]"}}');
  });
});
