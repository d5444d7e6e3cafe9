/** Finds the operation that a method and a path mean, and the nearest ones where there is none. */
import { nearestFew } from '../machine/errors.ts'
import type { Method } from '../define/operation.ts'
import type { NamedOperation } from '../model/catalog.ts'

export interface Route {
  readonly operation: NamedOperation
  /** The texts that stand in place of the parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  find(method: string, path: string): Route | undefined
  /** The operations whose method and path look most like these. */
  nearest(method: string, path: string): NamedOperation[]
}

/** The method of the operation that a request means: HEAD is answered as GET, and PATCH as PUT. */
export const methodMeant = (method: string): string => standIns[method] ?? method

const standIns: Readonly<Record<string, Method>> = { HEAD: 'GET', PATCH: 'PUT' }

interface Branch {
  readonly literal: Map<string, Branch>
  readonly operations: Map<Method, NamedOperation>
  parameter: Branch | undefined
}

export function createRouter(operations: Iterable<NamedOperation>): Router {
  const root = emptyBranch()
  const all = [...operations]
  const paramNames = new Map(
    all.map((operation) => [operation, operation.path.match(/(?<=\{)\w+/g) ?? []]),
  )
  for (const operation of all) plant(root, operation)

  function find(method: string, path: string): Route | undefined {
    const segments = path.split('/').slice(1)
    const values: string[] = []
    const branch = walk(root, segments, 0, values)
    const operation = branch?.operations.get(method as Method)
    if (!operation) return undefined
    const params: Record<string, string> = {}
    if (values.length > 0) {
      const names = paramNames.get(operation) as readonly string[]
      for (let i = 0; i < names.length; i += 1) params[names[i] as string] = values[i] as string
    }
    return { operation, params }
  }

  return {
    find,
    nearest(method, path) {
      const shape = (text: string): string => text.replaceAll(/\d+/g, '{id}')
      const known = new Map(all.map((each) => [`${each.method} ${each.path}`, each]))
      const near = nearestFew(`${method} ${shape(path)}`, known.keys(), 3)
      return near.map((text) => known.get(text) as NamedOperation)
    },
  }
}

function plant(root: Branch, operation: NamedOperation): void {
  let branch = root
  for (const segment of operation.path.split('/').slice(1)) {
    branch = segment.startsWith('{')
      ? (branch.parameter ??= emptyBranch())
      : (branch.literal.get(segment) ?? grow(branch, segment))
  }
  if (branch.operations.has(operation.method)) {
    throw new Error(`two operations stand at ${operation.method} ${operation.path}`)
  }
  branch.operations.set(operation.method, operation)
}

function grow(branch: Branch, segment: string): Branch {
  const grown = emptyBranch()
  branch.literal.set(segment, grown)
  return grown
}

/** A literal segment goes before a parameter; the parameter is tried where the literal leads nowhere. */
function walk(
  branch: Branch,
  segments: readonly string[],
  depth: number,
  values: string[],
): Branch | undefined {
  const segment = segments[depth]
  if (segment === undefined) return branch.operations.size > 0 ? branch : undefined
  const literal = branch.literal.get(segment)
  const found = literal && walk(literal, segments, depth + 1, values)
  if (found || !branch.parameter || segment === '') return found
  const kept = values.length
  values.push(segment)
  const through = walk(branch.parameter, segments, depth + 1, values)
  if (!through) values.length = kept
  return through
}

const emptyBranch = (): Branch => ({
  literal: new Map(),
  operations: new Map(),
  parameter: undefined,
})
