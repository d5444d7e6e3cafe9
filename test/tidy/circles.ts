/** Finds files that import each other in a circle, imports of types included. */
import { importsOf } from './imports.ts'
import { inFile, type Rule } from './rule.ts'
import { codeIn, type Project } from './source-files.ts'

type Graph = ReadonlyMap<string, readonly string[]>

export const noCircles: Rule = {
  name: 'imports form no circle',
  check: (project) => {
    const graph = importGraph(codeIn(project, 'src', 'fixtures', 'scripts'))
    return stronglyConnected(graph)
      .filter((component) => component.length > 1)
      .flatMap((component) =>
        component.map((path) =>
          inFile(path, `circle of imports: ${shortestCircle(graph, path).join(' -> ')}`),
        ),
      )
  },
}

function importGraph(files: Project): Graph {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .map(({ to }) => to)
        .filter((to) => paths.has(to)),
    ]),
  )
}

/** The strongly connected components of a graph, by Tarjan's algorithm. */
export function stronglyConnected(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  const lower = (node: string, value: number): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? value, value))
  }
  const visit = (node: string): void => {
    const index = order.size
    order.set(node, index)
    lower(node, index)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lower(node, lowest.get(next) as number)
    }
    if (lowest.get(node) === index) components.push(stack.splice(stack.indexOf(node)))
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return components
}

/** The shortest way from a file back to itself. */
function shortestCircle(graph: Graph, start: string): string[] {
  const routes = [[start]]
  const seen = new Set<string>()
  for (const route of routes) {
    for (const next of graph.get(route.at(-1) as string) ?? []) {
      if (next === start) return [...route, start]
      if (seen.has(next)) continue
      seen.add(next)
      routes.push([...route, next])
    }
  }
  return [start]
}
