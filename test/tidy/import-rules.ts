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
      .filter(({ to }) => isResource(to))
      .map(({ from, to, line }) =>
        onLine(from, line, `imports ${to} -> move the shared part to src/resources/rules`),
      ),
}

/** `users.merge.ts` is a part of `users.ts`. */
const partOf = (path: string): string | undefined =>
  /^src\/resources\/(\w+)\.[\w-]+\.ts$/.exec(path)?.[1]

const partsStayWithResource: Rule = {
  name: 'no other resource imports a part of a resource',
  check: (project) =>
    codeIn(project, 'src/resources')
      .flatMap(importsOf)
      .filter(({ from, to }) => {
        const owner = partOf(to)
        return owner !== undefined && !from.startsWith(`src/resources/${owner}.`)
      })
      .map(({ from, to, line }) =>
        onLine(from, line, `imports ${to} -> move that file to src/resources/rules`),
      ),
}

/** The parts of `src/resources`. A file imports from its own part and from later parts only. */
const resourceParts = ['resources', 'demo', 'rules', 'shared']

function resourcePartOf(path: string): number {
  const [, part = 'resources'] = /^src\/resources\/(?:(\w+)\/)?[^/]+$/.exec(path) ?? []
  return path.startsWith('src/resources/') ? resourceParts.indexOf(part) : -1
}

const resourcePartsPointDown: Rule = {
  name: 'inside src/resources, imports point from resource files to demo, to rules, to shared',
  check: (project) =>
    codeIn(project, 'src/resources')
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith('src/resources/'))
      .filter(({ from, to }) => resourcePartOf(to) < resourcePartOf(from))
      .map(({ from, to, line }) =>
        onLine(
          from,
          line,
          `imports ${to} -> ${resourceParts.join(' → ')}: move the shared part down`,
        ),
      ),
}

const serviceFile = 'src/emulator/catalog/service-definition.ts'

const oneFileImportsResources: Rule = {
  name: 'one file imports the resources, so that an emulator can serve others',
  check: (project) =>
    codeIn(project, 'src')
      .filter(({ path }) => !path.startsWith('src/resources/') && path !== serviceFile)
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith('src/resources/'))
      .map(({ from, to, line }) =>
        onLine(from, line, `imports ${to} -> read the catalog of the emulator's service`),
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

const isAppEntry = (path: string): boolean => path === 'src/inspector/app/main.tsx'

export const importRules: readonly Rule[] = [
  noBarrels,
  resourcesApart,
  partsStayWithResource,
  resourcePartsPointDown,
  oneFileImportsResources,
  noDeadFiles,
]
