/**
 * The dependency graph of a run: for each record, the order of the reads and writes of both sides, with the
 * content of the answers. Two runs with equal graphs differ only in the order of work on different records.
 */
import { hashPath } from '../../../engine/store/random.ts'
import type { IntegrationCall } from '../../scenario/integration-host.ts'

export class DependencyGraph {
  readonly #hashes = new Map<string, number>()

  /** Adds a read or a write of a record, a list, a stored value or a notification. */
  add(record: string, ...access: readonly (string | number)[]): void {
    const before = this.#hashes.get(record) ?? 0
    this.#hashes.set(record, hashPath(before, access.map(String))[0])
  }

  /** The graph as text. */
  text(): string {
    const parts = [...this.#hashes].map(([record, hash]) => `${record} ${hash}`)
    return hashPath(0, parts.sort()).join('-')
  }
}

/** Adds a call of the integration with the content of its answer. */
export async function addCall(
  graph: DependencyGraph,
  { input, init }: IntegrationCall,
  response: Response,
): Promise<void> {
  const isRequest = typeof input === 'object' && 'url' in input
  const { pathname, search } = new URL(isRequest ? input.url : input, 'http://service.invalid')
  const method = init?.method ?? (isRequest ? input.method : 'GET')
  const body = typeof init?.body === 'string' ? init.body : ''
  const answer = await response.clone().text()
  graph.add(recordOf(pathname), method, search, body, response.status, answer)
}

/** The last two segments of a path name its record, or its list. */
const recordOf = (pathname: string): string => `/${pathname.split('/').slice(-2).join('/')}`
