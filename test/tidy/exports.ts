/** Lists the names that a file declares and exports; re-exports do not count. */
import ts from 'typescript'
import { lineAt, type SourceFile, treeOf } from './source-files.ts'

export interface Export {
  readonly name: string
  readonly path: string
  readonly line: number
}

/** Lists each exported name once, though a type and a value or overloads may share it. */
export function exportsOf(file: SourceFile): Export[] {
  if (!/^export /m.test(file.text)) return []
  const tree = treeOf(file)
  const exported = tree.statements.filter(isExported).flatMap(declaredNames)
  const imported = new Set(tree.statements.flatMap(importedNames))
  const listed = tree.statements.flatMap(listedNames).filter(({ text }) => !imported.has(text))
  const found = [...exported, ...listed].map((name): [string, Export] => [
    name.text,
    { name: name.text, path: file.path, line: lineAt(file, name.pos) },
  ])
  return [...new Map(found.toReversed()).values()].toReversed()
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

function declaredNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return named && statement.name ? [statement.name] : []
}

/** The names of a variable; `const { a, b } = …` declares several. */
const boundNames = (name: ts.BindingName): ts.Identifier[] =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []))

/** The names of `import { a, b } from '…'`: to export them is to re-export them. */
function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return []
  const bindings = statement.importClause?.namedBindings
  return bindings && ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name }) => name.text)
    : []
}

/** The names of `export { a, b }` without a module. */
function listedNames(statement: ts.Statement): ts.Identifier[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return []
  const clause = statement.exportClause
  if (!clause || !ts.isNamedExports(clause)) return []
  return clause.elements.map(({ name }) => name).filter(ts.isIdentifier)
}
