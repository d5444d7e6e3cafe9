/** Rules about the entry points: one file in `src` per key of `exports`, with re-exports only. */
import ts from 'typescript'
import { inFile, type Rule } from './rule.ts'
import { codeIn, isEntryPoint, type Project, treeOf } from './source-files.ts'

const entryPointsAreExported: Rule = {
  name: 'the package exports every file of src, and nothing else',
  check: (project) => {
    const exported = exportedFiles(project)
    const present = entryPointsIn(project).map(({ path }) => path)
    return [
      ...present
        .filter((path) => !exported.includes(path))
        .map((path) => inFile(path, 'is not in `exports` -> move it to the folder of its layer')),
      ...exported
        .filter((path) => !present.includes(path))
        .map((path) => inFile(path, 'is in `exports`, but does not exist -> write it')),
    ]
  },
}

const entryPointsReExport: Rule = {
  name: 'entry points only re-export',
  check: (project) =>
    entryPointsIn(project)
      .filter((file) => treeOf(file).statements.some(declares))
      .map(({ path }) => inFile(path, 'declares something -> move it down, re-export it here')),
}

const entryPointsIn = (project: Project): Project =>
  codeIn(project, 'src').filter(({ path }) => isEntryPoint(path))

const declares = (statement: ts.Statement): boolean =>
  !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)

type Target = string | null | Readonly<Record<string, string | null>>

/** The source files of the keys `exports` and `bin` in package.json. */
function exportedFiles(project: Project): string[] {
  const { text = '{}' } = project.find(({ path }) => path === 'package.json') ?? {}
  const { exports = {}, bin = {} } = JSON.parse(text) as Record<string, Record<string, Target>>
  const targets = [...Object.values(exports), ...Object.values(bin)]
    .flatMap((target) => (typeof target === 'object' ? Object.values(target ?? {}) : [target]))
    .filter((target) => target?.endsWith('.js'))
    .map((target) => `src/${(target as string).slice('./dist/'.length, -'.js'.length)}.ts`)
  return [...new Set(targets)]
}

export const entryPointRules: readonly Rule[] = [entryPointsAreExported, entryPointsReExport]
