import { sep } from 'node:path';
import { permissionAgents } from '@modegate/agent-policies';
import { findProject } from '@modegate/policy-check/node';
import { permissionStartOf } from '@modegate/project/node';
import { existingFolder } from './project-of-file.ts';

/** Locations of the permission files of all agents, relative to a start folder. */
export const permissionPlaces: readonly string[] = [
  ...new Set(permissionAgents.flatMap(({ places }) => places.project)),
];

/**
 * Returns the folder whose check reads a file with an agent's own permissions, because agents belong to the repository.
 * Returns undefined for any other file.
 */
export function permissionRootOf(path: string): string | undefined {
  const start = permissionStartOf(path.replaceAll(sep, '/'), permissionPlaces);
  return start === undefined ? undefined : findProject(existingFolder(start || sep)).repository;
}
