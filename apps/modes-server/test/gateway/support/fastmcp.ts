import { join } from 'node:path';

/** The package of fastmcp for Python that `pnpm test:agents fastmcp` installs; the one for Node has no client. */
export const fastMcp = { package: 'fastmcp', version: '4.0.10' } as const;

/** Where its environment is, in the folder of the agents. */
export function fastMcpFolder(folder: string): string {
  return join(folder, `${fastMcp.package}-${fastMcp.version}`);
}

/** The Python of that environment. */
export function fastMcpPython(folder: string): string {
  const [place, program] = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python'];
  return join(fastMcpFolder(folder), place, program);
}
