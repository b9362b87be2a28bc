import { describe, expect, test } from 'vitest';
import { effect, permissions } from './support.ts';

describe('WebFetch', () => {
  const files = permissions({
    allow: ['WebFetch(domain:example.com)', 'WebFetch(domain:*.example.org)'],
    deny: ['WebFetch(domain:evil.test)'],
  });

  test.each([
    ['https://example.com/', 'allow'],
    ['https://example.com:8443/x', 'allow'],
    ['https://EXAMPLE.com', 'allow'],
    ['https://www.example.com/', 'ask'],
    ['https://a.example.org/', 'allow'],
    ['https://example.org/', 'ask'],
    ['https://evil.test/', 'deny'],
    ['https://sub.evil.test/', 'ask'],
    ['https://example.com@evil.test/', 'deny'],
    ['https://evil.test\\@example.com/', 'deny'],
    ['https://ev%69l.test/', 'deny'],
    ['no address', 'ask'],
  ])('the denied host decides a fetch of %s as %s', (url, expected) => {
    expect(effect(files, `WebFetch ${url}`)).toBe(expected);
  });

  test.each([
    ['domain:*', 'https://a.b.test/', 'deny'],
    ['domain:*.test', 'https://a.b.test/', 'deny'],
    ['domain:*.b.test', 'https://b.test/', 'allow'],
    ['domain:a.*', 'https://a.test/', 'deny'],
    ['domain:a.*', 'https://a.b.test/', 'allow'],
    ['domain:A.test', 'https://a.test/', 'deny'],
    ['a.test', 'https://a.test/', 'allow'],
    ['https://a.test', 'https://a.test/', 'allow'],
  ])('WebFetch(%s) as a denial decides %s as %s', (host, url, expected) => {
    expect(effect(permissions({ allow: ['WebFetch'], deny: [`WebFetch(${host})`] }), `WebFetch ${url}`)).toBe(expected);
  });
});
