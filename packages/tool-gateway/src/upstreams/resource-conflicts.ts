import type { ExposedResources } from './exposed-resources.ts';

/** URIs claimed by two servers, so that read requests may reach the wrong server. */
export interface ResourceConflict {
  /** The server that receives the read requests. */
  readonly server: string;
  readonly other: string;
  /** A sentence that mentions both servers, and the URI or the templates. */
  readonly message: string;
}

const MAX_CONFLICTS = 100;

/** Finds the resources and templates that two servers claim; returns at most the first 100. */
export function findResourceConflicts(offered: readonly ExposedResources[]): readonly ResourceConflict[] {
  return [...sharedUris(offered), ...sharedTemplates(offered)].slice(0, MAX_CONFLICTS);
}

/** Returns the conflict for a link from a server if read requests for the link go to another server. */
export function linkConflict(uri: string, other: string, [server]: readonly string[]): ResourceConflict | undefined {
  if (server === undefined) return undefined;
  const message = `Server ${quote(other)} linked to ${quote(uri)}, but ${quote(server)} lists this resource or has a template for it. Reads of the resource go to ${quote(server)}.`;
  return { server, other, message };
}

function sharedUris(offered: readonly ExposedResources[]): ResourceConflict[] {
  const owners = new Map<string, string>();
  const found: ResourceConflict[] = [];
  for (const { server: other, resources } of offered) {
    for (const { uri } of resources) {
      const server = owners.get(String(uri));
      if (server === undefined) owners.set(String(uri), other);
      else if (server !== other && found.length < MAX_CONFLICTS) {
        const message = `Servers ${quote(server)} and ${quote(other)} both list the resource ${quote(uri)}. Reads of the resource go to ${quote(server)} if the mode allows that.`;
        found.push({ server, other, message });
      }
    }
  }
  return found;
}

interface Claim {
  readonly server: string;
  readonly template: string;
  readonly beginning: string;
}

// A URI goes to the template with the longest literal prefix, so a template competes with those whose prefix begins
// with its own. In sorted order, these are the preceding templates that were retained; if prefixes are equal, the URI
// goes to the template that is listed first.
function sharedTemplates(offered: readonly ExposedResources[]): ResourceConflict[] {
  const found: ResourceConflict[] = [];
  const open: { readonly claim: Claim; readonly other: Claim | undefined }[] = [];
  for (const claim of inOrder(offered)) {
    while (open.length > 0 && !isWithin(claim, open.at(-1)?.claim)) open.pop();
    const last = open.at(-1);
    const other = last === undefined || last.claim.server !== claim.server ? last?.claim : last.other;
    if (other !== undefined) {
      const isFirst = other.beginning === claim.beginning;
      found.push(isFirst ? templateConflict(other, claim) : templateConflict(claim, other));
      if (found.length === MAX_CONFLICTS) break;
    }
    open.push({ claim, other });
  }
  return found;
}

function inOrder(offered: readonly ExposedResources[]): readonly Claim[] {
  const claims = offered.flatMap(({ server, resourceTemplates }) =>
    resourceTemplates.map(({ uriTemplate }): Claim => {
      const template = String(uriTemplate);
      return { server, template, beginning: template.split('{', 1)[0] ?? '' };
    }),
  );
  return claims.sort((one, two) => (one.beginning === two.beginning ? 0 : one.beginning < two.beginning ? -1 : 1));
}

// A template without a prefix gets only unclaimed URIs, so it competes only with other templates that have no prefix.
function isWithin({ beginning }: Claim, outer: Claim | undefined): boolean {
  if (outer === undefined) return false;
  return outer.beginning === '' ? beginning === '' : beginning.startsWith(outer.beginning);
}

function templateConflict({ server, template }: Claim, { server: other, template: lost }: Claim): ResourceConflict {
  const message = `The resource template ${quote(template)} of server ${quote(server)} begins like ${quote(lost)} of ${quote(other)}. Reads of resources that match both templates go to ${quote(server)}.`;
  return { server, other, message };
}

function quote(text: unknown): string {
  return `'${String(text).slice(0, 100)}'`;
}
