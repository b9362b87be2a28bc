/** What the world means, in the plainest form: every other engine must agree with it on every request. Slow on purpose. */
export function decideByReference(world, request) {
  const mode = world.modes.find((candidate) => candidate.slug === request.mode);
  if (mode === undefined) return false;
  if (request.kind === 'edit') return new RegExp(mode.files.fileRegex).test(request.path);
  const matches = (rule) => matchesWildcard(rule.server, request.server) && matchesWildcard(rule.tool, request.tool);
  return !mode.deny.some(matches) && mode.allow.some(matches);
}

/** Whether a pattern with at most one `*` matches the whole name. */
export function matchesWildcard(pattern, name) {
  const at = pattern.indexOf('*');
  if (at < 0) return pattern === name;
  const head = pattern.slice(0, at);
  const tail = pattern.slice(at + 1);
  return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

/** {@link matchesWildcard} with the pattern taken apart once, for engines that let the caller bring a matcher. */
export function compileWildcard(pattern) {
  const at = pattern.indexOf('*');
  if (at < 0) return (name) => name === pattern;
  if (pattern === '*') return () => true;
  const head = pattern.slice(0, at);
  const tail = pattern.slice(at + 1);
  if (tail === '') return (name) => name.startsWith(head);
  if (head === '') return (name) => name.endsWith(tail);
  return (name) => name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}
