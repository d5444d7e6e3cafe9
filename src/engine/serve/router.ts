/** Finds the operation that matches a method and a path, or the operations with the nearest path. */
import { idWord, nearestName } from '../errors/near-names.ts'
import type { HttpMethod } from '../define/operation.ts'
import type { CatalogOperation } from '../model/catalog.ts'

export interface RouteMatch {
  readonly operation: CatalogOperation
  /** The values of the path parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  find(method: string, path: string): RouteMatch | undefined
  /** The operations with the nearest path, with this method if there are any. Empty if no path is near. */
  nearest(method: string, path: string): CatalogOperation[]
}

/** The method of the operation for a request: HEAD is handled as GET, and PATCH as PUT. */
export const toOperationMethod = (method: string): string => methodAliases[method] ?? method

const methodAliases: Readonly<Record<string, HttpMethod>> = { HEAD: 'GET', PATCH: 'PUT' }

interface RouteNode {
  readonly literal: Map<string, RouteNode>
  readonly operations: Map<HttpMethod, CatalogOperation>
  parameter: RouteNode | undefined
}

export function createRouter(operations: Iterable<CatalogOperation>): Router {
  const root = createNode()
  const operationList = [...operations]
  const paramNames = new Map(
    operationList.map((operation) => [operation, operation.path.match(/(?<=\{)\w+/g) ?? []]),
  )
  for (const operation of operationList) addOperation(root, operation)

  function find(method: string, path: string): RouteMatch | undefined {
    const segments = path.split('/').slice(1)
    const values: string[] = []
    const node = findNode(root, segments, 0, values)
    const operation = node?.operations.get(method as HttpMethod)
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
      const near = nearestName(pathShape(path), new Set(operationList.map(shapeOf)))
      const operationsThere = operationList.filter((each) => shapeOf(each) === near)
      const withMethod = operationsThere.filter((each) => each.method === method)
      return withMethod.length > 0 ? withMethod : operationsThere
    },
  }
}

/** The path in which each id is one character, so that two paths are not near because of their ids. */
const pathShape = (path: string): string => path.replaceAll(/\{\w+\}|\d+/g, idWord)

const shapeOf = ({ path }: CatalogOperation): string => pathShape(path)

function addOperation(root: RouteNode, operation: CatalogOperation): void {
  let node = root
  for (const segment of operation.path.split('/').slice(1)) {
    node = segment.startsWith('{')
      ? (node.parameter ??= createNode())
      : (node.literal.get(segment) ?? addLiteral(node, segment))
  }
  if (node.operations.has(operation.method)) {
    throw new Error(`two operations have the route ${operation.method} ${operation.path}`)
  }
  node.operations.set(operation.method, operation)
}

function addLiteral(node: RouteNode, segment: string): RouteNode {
  const child = createNode()
  node.literal.set(segment, child)
  return child
}

/** Tries a literal segment first, and the parameter if the literal does not match. */
function findNode(
  node: RouteNode,
  segments: readonly string[],
  depth: number,
  values: string[],
): RouteNode | undefined {
  const segment = segments[depth]
  if (segment === undefined) return node.operations.size > 0 ? node : undefined
  const literal = node.literal.get(segment)
  const found = literal && findNode(literal, segments, depth + 1, values)
  if (found || !node.parameter || segment === '') return found
  const valueCount = values.length
  values.push(segment)
  const viaParameter = findNode(node.parameter, segments, depth + 1, values)
  if (!viaParameter) values.length = valueCount
  return viaParameter
}

const createNode = (): RouteNode => ({
  literal: new Map(),
  operations: new Map(),
  parameter: undefined,
})
