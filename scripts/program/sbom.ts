import { createRequire } from 'node:module';
import type * as CycloneDx from '@cyclonedx/cyclonedx-library';
import type { ThirdParty } from './third-party.ts';

/** The bill of materials of a program, in the form of CycloneDX 1.6. The same packages give the same text. */
export function createSbom(
  own: { readonly name: string; readonly version: string; readonly license: string },
  parts: readonly ThirdParty[],
): string {
  // Here and not above: every build reads this file, and only that of a program needs the library.
  const library: typeof CycloneDx = createRequire(import.meta.url)('@cyclonedx/cyclonedx-library');
  const { Enums, Models, Serialize, Spec } = library;
  const component = (type: CycloneDx.Enums.ComponentType, { name, version, license }: Omit<ThirdParty, 'texts'>) => {
    const [, group, bare = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
    const made = new Models.Component(type, bare, { ...(group !== undefined && { group }), version });
    made.bomRef.value = `${name}@${version}`;
    made.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    made.licenses.add(new Models.LicenseExpression(license));
    return made;
  };
  const bom = new Models.Bom();
  const root = component(Enums.ComponentType.Application, own);
  bom.metadata.component = root;
  for (const part of parts) {
    const made = component(Enums.ComponentType.Library, part);
    bom.components.add(made);
    root.dependencies.add(made.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}
