import type { KnownServer, KnownTool } from './known-server.ts';

/** A tool as its server lists it, with everything that a lock watches. */
export interface LockableTool extends KnownTool {
  readonly title?: string;
  readonly outputSchema?: unknown;
  /** As sent; the hints are taken from here where `hints` is absent. */
  readonly annotations?: unknown;
}
export interface LockableServer extends KnownServer {
  readonly tools?: readonly LockableTool[];
}
export const lockedParts = ['description', 'inputSchema', 'outputSchema', 'annotations'] as const;
export type LockedPart = (typeof lockedParts)[number];
export interface LockedTool {
  /** `sha256-` and 64 hexadecimal digits of the part as canonical JSON; absent where the tool has no such part. */
  readonly hashes: Readonly<Partial<Record<LockedPart, string>>>;
  readonly hints: NonNullable<KnownTool['hints']>;
}
export interface Lock {
  readonly version: 1;
  readonly servers: Readonly<Record<string, { readonly tools: Readonly<Record<string, LockedTool>> }>>;
}
/** Servers without known tools are left out. */
export declare function createLock(servers: readonly LockableServer[], before?: Lock): Lock;
export declare function formatLock(lock: Lock): string;
export type LockReading =
  | { readonly state: 'read'; readonly lock: Lock }
  | { readonly state: 'broken'; readonly message: string };
export declare function parseLock(text: string): LockReading;
export type DriftKind = 'server-added' | 'server-removed' | 'tool-added' | 'tool-removed' | 'tool-changed';
export interface LockDrift {
  readonly kind: DriftKind;
  readonly severity: 'error' | 'warning';
  readonly server: string;
  readonly tool?: string;
  readonly parts: readonly LockedPart[];
  readonly flips: readonly {
    readonly hint: 'readOnly' | 'destructive' | 'idempotent' | 'openWorld';
    readonly before: boolean | undefined;
    readonly after: boolean | undefined;
  }[];
  readonly message: string;
}
export interface LockVerification {
  readonly drift: readonly LockDrift[];
  /** Servers of the lock whose tools are not known now, so that nothing can be said of them. */
  readonly unchecked: readonly string[];
}
export declare function verifyLock(lock: Lock, servers: readonly LockableServer[]): LockVerification;
/** The tools of a lock with their hints, as an inventory. */
export declare function lockInventory(lock: Lock): readonly KnownServer[];
