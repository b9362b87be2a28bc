import type { JsonObject } from '@modegate/json';
import type { ConnectionContext, RequestContext } from './context.ts';

/**
 * One item of resource content: text or base64 bytes. `uri` defaults to the requested URI, and `mimeType` to the MIME
 * type in the definition.
 */
export type ResourceContent = (
  | { readonly text: string; readonly blob?: never }
  | { readonly blob: string; readonly text?: never }
) & { readonly uri?: string; readonly mimeType?: string; readonly _meta?: JsonObject };

/** The result of reading a resource; undefined if the resource does not exist. */
export type ResourceReading = string | ResourceContent | readonly ResourceContent[] | undefined;

/** A request to read a resource. */
export interface ResourceRequest {
  readonly uri: string;
  /** The decoded values of the template's variables; empty for a fixed URI. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A resource in a list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

/** Candidate values for a variable or argument, limited to 100, as MCP requires. */
export type Completion =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

/** A partially typed value to complete. */
export interface CompletionRequest {
  /** The name of the variable or argument. */
  readonly name: string;
  /** The text typed so far. */
  readonly value: string;
  /** Values already assigned to the other variables or arguments. */
  readonly others: Readonly<Record<string, string>>;
}

/** Members common to fixed resources and templates. */
export interface ResourceBase {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Additional members of the listing, copied unchanged: `annotations`, `icons`, `_meta`, `size`. */
  readonly extra?: JsonObject;
  read(request: ResourceRequest, context: RequestContext): ResourceReading | Promise<ResourceReading>;
}

/** A resource at one URI. */
export interface FixedResource extends ResourceBase {
  readonly uri: string;
}

/**
 * A family of resources described by an RFC 6570 template that uses `{name}` (one path segment) and `{+name}`
 * (anything).
 */
export interface TemplateResource extends ResourceBase {
  readonly template: string;
  /** Returns the existing members of the family, for `resources/list`. */
  list?(context: ConnectionContext): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  complete?(request: CompletionRequest, context: RequestContext): Completion | Promise<Completion>;
}

/** A resource or a family of resources, as plain data plus its reader. Create it with {@link defineResource}. */
export type ResourceDefinition = FixedResource | TemplateResource;

/** Returns its argument with the type of a resource definition. */
export function defineResource(resource: ResourceDefinition): ResourceDefinition {
  return resource;
}
