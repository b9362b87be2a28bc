/** The files of a folder in which a package, without content, seems to be installed. */
export function installedPackage(folder: string, name: string, version: string): Readonly<Record<string, string>> {
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version } };
  return {
    [`${folder}/package.json`]: JSON.stringify({ dependencies }),
    [`${folder}/package-lock.json`]: JSON.stringify({ name: 'x', lockfileVersion: 3, requires: true, packages }),
    [`${folder}/node_modules/${name}/package.json`]: JSON.stringify({
      name,
      version,
      type: 'module',
      main: 'index.js',
    }),
    [`${folder}/node_modules/${name}/index.js`]: 'export {};\n',
  };
}
