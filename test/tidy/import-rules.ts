/** Rules about single imports: no barrels, no import between resources, no file without an import. */
import { importsOf } from './imports.ts'
import { inFile, onLine, type Rule } from './rule.ts'
import { codeIn, isEntryPoint, isResource, writtenSource } from './source-files.ts'

const noBarrels: Rule = {
  name: 'imports lead to the file that declares the name',
  check: (project) =>
    writtenSource(project)
      .filter(({ path }) => /^src\/.+\/index\.tsx?$/.test(path))
      .map(({ path }) => inFile(path, 'is a barrel -> import the files that declare the names')),
}

const resourcesApart: Rule = {
  name: 'a resource imports no other resource',
  check: (project) =>
    codeIn(project, 'src')
      .filter(({ path }) => isResource(path))
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => isResource(to) && !(typeOnly && to.endsWith('/rows.ts')))
      .map(({ from, to, line }) =>
        onLine(from, line, `imports ${to} -> move the shared part to src/resources/rules`),
      ),
}

const noDeadFiles: Rule = {
  name: 'every file of the source is imported or is an entry point',
  check: (project) => {
    const imports = codeIn(project, 'src', 'scripts').flatMap(importsOf)
    const imported = new Set(imports.map(({ to }) => to))
    return codeIn(project, 'src')
      .filter(({ path }) => !imported.has(path) && !isEntryPoint(path) && !isAppEntry(path))
      .map(({ path }) => inFile(path, 'nothing imports this file -> delete it'))
  },
}

const isAppEntry = (path: string): boolean =>
  /^src\/(inspector\/app|adapters\/inspector\/page)\/main\.tsx$/.test(path)

export const importRules: readonly Rule[] = [noBarrels, resourcesApart, noDeadFiles]
