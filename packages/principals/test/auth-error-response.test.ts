import { describe, expect, test } from 'vitest';
import { bearerChallenge } from '../src/auth-error-response.ts';
import { isMetadataPath, metadataUrl, resourceMetadata } from '../src/resource-metadata.ts';

const RESOURCE = 'https://modes.example/mcp';

describe('the WWW-Authenticate header', () => {
  test('WWW-Authenticate says that a bearer token is needed and where to obtain one', () => {
    expect(bearerChallenge()).toBe('Bearer');
    expect(bearerChallenge({ metadataUrl: metadataUrl(RESOURCE), scopes: ['modes:code', 'modes:all'] })).toBe(
      'Bearer scope="modes:code modes:all", resource_metadata="https://modes.example/.well-known/oauth-protected-resource/mcp"',
    );
    expect(bearerChallenge({ error: 'invalid_token', description: 'The token has expired' })).toBe(
      'Bearer error="invalid_token", error_description="The token has expired"',
    );
  });

  test('no value breaks out of the WWW-Authenticate header', () => {
    expect(bearerChallenge({ description: 'a"b\\c\r\nSet-Cookie: d=é' })).toBe(
      'Bearer error_description="a\'b?c??Set-Cookie: d=?"',
    );
  });
});

describe('the metadata of RFC 9728', () => {
  test('the metadata names the resource, its issuer and its scopes', () => {
    const about = { resource: RESOURCE, issuer: 'https://login.example', name: 'modes' };
    expect(resourceMetadata({ ...about, scopes: ['modes:code'] })).toEqual({
      resource: RESOURCE,
      authorization_servers: ['https://login.example'],
      scopes_supported: ['modes:code'],
      bearer_methods_supported: ['header'],
      resource_name: 'modes',
    });
    expect(resourceMetadata({ ...about, scopes: [] })).not.toHaveProperty('scopes_supported');
  });

  test.each([
    ['/.well-known/oauth-protected-resource', true],
    ['/.well-known/oauth-protected-resource/mcp', true],
    ['/.well-known/oauth-protected-resource/mcp/code', true],
    ['/.well-known/oauth-protected-resource/mcpx', false],
    ['/.well-known/oauth-protected-resource/', false],
    ['/.well-known/oauth-authorization-server', false],
    ['/mcp', false],
  ])('the path %s is a metadata path: %s', (pathname, expected) => {
    expect(isMetadataPath(pathname, RESOURCE)).toBe(expected);
  });

  test('the metadata is where the public URL says, behind a proxy with a base path', () => {
    const resource = 'https://example.org/team/mcp/';
    expect(metadataUrl(resource)).toBe('https://example.org/.well-known/oauth-protected-resource/team/mcp');
    expect(isMetadataPath('/.well-known/oauth-protected-resource/team/mcp', resource)).toBe(true);
    expect(isMetadataPath('/.well-known/oauth-protected-resource/mcp', resource)).toBe(false);
  });
});
