import { type ConfigFormatName, sectionFormats } from '../formats/config-format.ts';
import { isBlankJson, jsonValueOf, parseJsonText, propertyOf } from '../json/json-text.ts';
import type { ConfigEditor } from './config-editor.ts';
import { sectionEditor } from './edit-section.ts';
import { withNewServer, withoutServer, withServer } from './edit-servers.ts';
import { openConfig } from './editable-config.ts';
import { maskSecrets } from './mask-secrets.ts';

/** Returns the editor for a format. */
export function configEditorFor(format: ConfigFormatName): ConfigEditor {
  return format === 'json' ? jsonEditor : sectionEditor(sectionFormats[format]);
}

const jsonEditor: ConfigEditor = {
  isBlank: isBlankJson,
  entryIn: (text, target) => {
    const { entry } = openConfig(text, target);
    return entry === undefined ? undefined : jsonValueOf(entry);
  },
  withServer,
  withNewServer,
  withoutServer,
  shown: (text, { rootKey, name }) => {
    const document = parseJsonText(text);
    if (document.state === 'broken') return text;
    const entry = propertyOf(propertyOf(document.root, rootKey)?.valueNode, name)?.valueNode;
    return maskSecrets(document.text, entry);
  },
};
