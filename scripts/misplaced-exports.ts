/** The exports that the build adds to each entry point: those of other ones, as functions that say where to import them. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

interface ExportedName {
  readonly name: string
  /** Whether it is a function of the package: no class, no object, and no function of a test runner. */
  readonly isFunction: boolean
}

const reexports = /^export \{([^}]*)\} from '([^']*)'/gm

/** Returns the values that an entry point exports by name. */
const exportsOf = (entryPoint: string): ExportedName[] => {
  const file = `src/${entryPoint}.ts`
  return [...readFileSync(file, 'utf8').matchAll(reexports)].flatMap(
    ([, names = '', from = '']) => {
      const source = readFileSync(join(dirname(file), from), 'utf8')
      return names.split(',').flatMap((text) => {
        const [local = '', name = local] = text.trim().split(' as ')
        if (!/^\w+$/.test(local) || name === 'default') return []
        return [
          { name, isFunction: declaresFunction(source, local) && !from.endsWith('-module.ts') },
        ]
      })
    },
  )
}

const declaresFunction = (source: string, name: string): boolean =>
  new RegExp(
    `^export (async )?function ${name}\\b|^export const ${name}\\b(?!.*[:{] *$)`,
    'm',
  ).test(source)

const pathOf = (entryPoint: string): string =>
  `'${packageJson.name}${entryPoint === 'index' ? '' : `/${entryPoint}`}'`

/** Returns a function for the text of the exports that an entry point gets. It reads the sources once. */
export function createMisplacedExports(
  entryPoints: readonly string[],
): (entryPoint: string) => string {
  const all = entryPoints.flatMap((owner) => exportsOf(owner).map((each) => ({ ...each, owner })))
  const ownersOf = (name: string) => all.filter((each) => each.name === name)
  return (entryPoint) => {
    const own = new Set(all.filter(({ owner }) => owner === entryPoint).map(({ name }) => name))
    const names = new Set(all.map(({ name }) => name))
    const lines = [...names].flatMap((name) => {
      const owners = ownersOf(name)
      // Note: a test also imports a function such as `expect` from its own runner.
      if (own.has(name) || !owners.every(({ isFunction }) => isFunction)) return []
      const paths = [entryPoint, ...owners.map(({ owner }) => owner)].map(pathOf).join(', ')
      return [`export const ${name} = /* @__PURE__ */ misplacedExport('${name}', ${paths})`]
    })
    return ["import { misplacedExport } from './engine/errors/misplaced-export.ts'", ...lines].join(
      '\n',
    )
  }
}
