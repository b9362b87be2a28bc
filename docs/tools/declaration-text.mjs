import ts from 'typescript';

const longestValue = 1600;

/** A declaration as its author wrote it, without bodies, private parts and `export`. */
export function declarationText(declaration, checker) {
  if (ts.isVariableDeclaration(declaration)) return variableText(declaration, checker);
  const cuts = ts.isFunctionDeclaration(declaration) ? [bodyCut(declaration)] : memberCuts(declaration);
  return tidy(cutText(declaration, cuts));
}

function variableText(declaration, checker) {
  const name = declaration.name.getText();
  if (declaration.type !== undefined) return `const ${name}: ${declaration.type.getText()};`;
  const value = declaration.initializer?.getText() ?? '';
  const isLiteral = /^['"\d[{`-]/.test(value) && value.length <= longestValue;
  if (isLiteral) return `const ${name} = ${value};`;
  const type = checker.typeToString(
    checker.getTypeAtLocation(declaration),
    declaration,
    ts.TypeFormatFlags.NoTruncation,
  );
  return `const ${name}: ${type.length > 100 ? `${type.split('<')[0]}<…>` : type};`;
}

function memberCuts(declaration) {
  return (declaration.members ?? []).flatMap((member) => {
    const isHidden = ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal') || isPrivate(member);
    if (isHidden) return [{ from: member.getFullStart(), to: member.getEnd(), put: '' }];
    return member.body === undefined ? [] : [bodyCut(member)];
  });
}

function isPrivate(member) {
  return member.name !== undefined && ts.isPrivateIdentifier(member.name);
}

/** From the end of the signature, so that the space before the brace goes too. */
function bodyCut({ body }) {
  return { from: body.getFullStart(), to: body.getEnd(), put: ';' };
}

function cutText(declaration, cuts) {
  const text = declaration.getSourceFile().text;
  let at = declaration.getStart();
  let kept = '';
  for (const { from, to, put } of cuts) {
    kept += text.slice(at, from) + put;
    at = to;
  }
  return kept + text.slice(at, declaration.getEnd());
}

function tidy(text) {
  return text
    .replace(/^export (async )?/, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\{\n\n/g, '{\n')
    .replaceAll(/\{@link (\S+?)\}/g, '$1')
    .trim();
}
