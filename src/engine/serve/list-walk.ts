/** Finds where a request is in the walk of a list: which records are read, and which are not. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { WalkPosition } from '../define/verbs/walk-position.ts'
import { Problem } from '../define/problems.ts'
import type { Model } from '../model/model.ts'
import { paramValue } from './call-input.ts'
import { parseQuery, type QueryContext } from './query-input.ts'
import { type Router, toOperationMethod } from './router.ts'

interface ListRequest {
  readonly method: string
  /** The path below the base URL. */
  readonly path: string
  /** The query with its question mark, or an empty text. */
  readonly search: string
}

interface ListWalkContext extends QueryContext {
  readonly router: Router
  readonly model: Pick<Model, 'read'>
}

/** Returns the position before the page of a request; undefined if it is not a later page of a list. */
export function walkPositionOf(
  context: ListWalkContext,
  { method, path, search }: ListRequest,
): WalkPosition | undefined {
  const { router, model } = context
  const match = search === '' ? undefined : router.find(toOperationMethod(method), path)
  const { walk, params = {} } = match?.operation ?? {}
  if (!match || !walk) return undefined
  const input = Object.fromEntries(
    Object.entries(match.params).map(([name, text]) => [name, paramValue(params[name], text)]),
  )
  const call = { url: new URL(`list:${path}${search}`), behaviours: new BehaviourLog() }
  try {
    const query = parseQuery(match.operation, call, context)
    return model.read((tx) => walk(tx, { ...input, query } as never))
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
