/** A modes file: `all` and `none` of the servers, and `alpha` alone. */
export const modes = JSON.stringify({
  customModes: [
    mode('all'),
    mode('none', { groups: ['read', 'modes'] }),
    mode('alpha', { mcpRestrictions: { allowedServers: ['alpha'] } }),
  ],
});

/** A mode with the groups `read`, `mcp` and `modes`, and more said of it. */
export function mode(slug: string, more: object = {}): object {
  return { slug, name: slug, roleDefinition: 'R', groups: ['read', 'mcp', 'modes'], ...more };
}
