/** Reads what the docstrings of the control-plane routes say, for the page `docs/control-plane.md`. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { filterKeys } from '../../src/engine/kit/journal/journal-filter.ts'

/** The docstring of a route. */
export interface RouteDoc {
  /** What the route does, in sentences. */
  readonly summary: string
  /** The tag `@body`: an example of the JSON body. */
  readonly body?: string
  /** The tag `@query`: the names of the query parameters. `FILTER` stands for those of the journal. */
  readonly query?: readonly string[]
}

/** The folders with routes. */
const folders = ['engine/control', 'adapters/hosting']

/**
 * Returns the docstrings by topic and route. A topic is a function or constant such as `clockRoutes`. `TABLE` in a
 * route stands for the name of a resource.
 *
 * @throws Error for a route without a docstring
 */
export function readRouteDocs(): Record<string, Record<string, RouteDoc>> {
  const topics = sourceFiles().flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    return source.statements.flatMap((statement) => {
      const routes = Object.fromEntries(routesIn(statement, file))
      return Object.keys(routes).length > 0 ? [[topicOf(statement), routes] as const] : []
    })
  })
  return Object.fromEntries(topics.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

const sourceFiles = (): string[] =>
  folders.flatMap((folder) => {
    const path = fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url))
    return readdirSync(path)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path + name)
  })

/** `worldFileRoutes` has the topic "World file". */
function topicOf(statement: ts.Statement): string {
  const name = /(?:function|const) (\w+)/.exec(statement.getText())?.[1] ?? ''
  const words = name
    .replace(/Routes$|^create/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.trim().replace(/^./, (letter) => letter.toUpperCase())
}

const routePattern = /^(?:GET|POST|PUT|DELETE) /

function routesIn(statement: ts.Statement, file: string): [string, RouteDoc][] {
  const found: [string, RouteDoc][] = []
  const visit = (node: ts.Node): void => {
    const key = routeOf(node)
    if (key === undefined) return ts.forEachChild(node, visit)
    const comment = commentBefore(node)
    if (comment === undefined) throw new Error(`The route ${key} in ${file} has no docstring.`)
    found.push([key, docFrom(comment)])
  }
  visit(statement)
  return found
}

/** The route that a property of an object declares, or the first item of a pair. */
function routeOf(node: ts.Node): string | undefined {
  const isProperty = ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
  const name = isProperty
    ? node.name
    : ts.isArrayLiteralExpression(node)
      ? node.elements[0]
      : undefined
  const text = name?.getText().replace(/^['`](.*)['`]$/s, '$1')
  return text && routePattern.test(text) ? text.replaceAll(/\$\{\w+\}/g, 'TABLE') : undefined
}

function commentBefore(node: ts.Node): string | undefined {
  const text = node.getSourceFile().text
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  return ranges
    .map(({ pos, end }) => text.slice(pos, end))
    .findLast((each) => each.startsWith('/**'))
}

function docFrom(comment: string): RouteDoc {
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
  const tag = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`@${name} `))?.slice(name.length + 2)
  const body = tag('body')
  const query = tag('query')
  return {
    summary: lines.filter((line) => line !== '' && !line.startsWith('@')).join(' '),
    ...(body !== undefined && { body }),
    ...(query !== undefined && { query: query === 'FILTER' ? filterKeys : query.split(' ') }),
  }
}
