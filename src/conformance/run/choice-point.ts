/** Choice points: the places in a run where the service, the network or the machine can do something else. */
import type { InterceptedDelivery, InterceptedRequest } from '../../engine/faults/fault-matcher.ts'
import { pagePositions } from '../../engine/define/list-query.ts'
import { hashPath } from '../../engine/store/random.ts'
import type { ChoicePoint } from '../deviations/deviation.ts'
import type { StorageWrite } from '../scenario/storage.ts'

type PageRequest = Pick<InterceptedRequest, 'method' | 'path' | 'search'>

/** Creates the choice points of one run and counts their occurrences. */
export class ChoicePoints {
  readonly #counts = new Map<string, number>()
  /** The identity of the first attempt, by notification. */
  readonly #firstAttempts = new Map<string, string>()

  request({ method, path, search, text }: InterceptedRequest): ChoicePoint {
    const body = text ? ` ~${shortHash(canonicalText(text))}` : ''
    const id = this.#numbered(`${method} ${path}${canonicalSearch(search)}${body}`)
    return { type: 'request', id, subject: path }
  }

  /** The moment before a later page of a list, by the number of records before it. */
  page({ method, path, search }: PageRequest, readCount: number): ChoicePoint {
    const filters = canonicalSearch(search, pagePositions)
    const id = this.#numbered(`after ${readCount} of ${method} ${path}${filters}`)
    return { type: 'page', id, subject: path }
  }

  /** The moment before a call that updates a record: the identity is that of the call. */
  update({ id, subject }: ChoicePoint): ChoicePoint {
    return { type: 'update', id, subject }
  }

  delivery({ event, body, attempt, notification }: InterceptedDelivery): ChoicePoint {
    const ids = subjectOf(body)
    const first =
      this.#firstAttempts.get(notification) ?? this.#numbered(`${event} ${ids}`.trimEnd())
    this.#firstAttempts.set(notification, first)
    const id = attempt === 1 ? first : `${first} attempt ${attempt}`
    const record = ids && `${eventGroupOf(event)} ${ids}`
    return { type: 'delivery', id, subject: notification, ...(record && { record }) }
  }

  /** A write to the storage: the moment of the write, and the moment after it. */
  write(verb: StorageWrite, key: string): readonly [write: ChoicePoint, stored: ChoicePoint] {
    const id = this.#numbered(`${verb} ${encodeURIComponent(key)}`)
    return [
      { type: 'write', id, subject: key },
      { type: 'stored', id, subject: key },
    ]
  }

  /** The run as a whole. */
  run(): ChoicePoint {
    return { type: 'run', id: 'run', subject: 'run' }
  }

  answer(body: string): ChoicePoint {
    const { event = '' } = parsedBody(body)
    const id = this.#numbered(`answer to ${String(event)} ${subjectOf(body)}`)
    return { type: 'answer', id, subject: id }
  }

  /** The end of a step, by its number from 1. */
  step(number: number): ChoicePoint {
    return { type: 'step', id: `step ${number}`, subject: `step ${number}` }
  }

  #numbered(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return `${name} #${count}`
  }
}

/** The id of a choice point for people: the key of a write is decoded, except characters that would break its line. */
export function formatChoicePoint(id: string): string {
  const [, verb, key, count] = /^(set|delete|commit) (\S*) (#\d+)$/.exec(id) ?? []
  if (key === undefined) return id
  const decoded = decodeURIComponent(key).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, encodeURIComponent)
  return `${verb} ${decoded} ${count}`
}

function canonicalSearch(search: string, omitted: readonly string[] = []): string {
  const query = new URLSearchParams(search)
  for (const name of omitted) query.delete(name)
  query.sort()
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** JSON with sorted keys, or the text itself. */
function canonicalText(text: string): string {
  try {
    return stableJson(JSON.parse(text))
  } catch {
    return text
  }
}

/** Serializes a JSON value with sorted keys. A value that JSON has no text for becomes null. */
export function stableJson(value: unknown): string {
  const sorted = (_: string, each: unknown): unknown =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each
  return JSON.stringify(value, sorted) ?? 'null'
}

export const shortHash = (text: string): string => (hashPath(0, [text])[0] >>> 8).toString(16)

interface DeliveryBody {
  readonly event?: unknown
  readonly event_data?: unknown
}

export function parsedBody(body: string): DeliveryBody {
  try {
    return (JSON.parse(body) ?? {}) as DeliveryBody
  } catch {
    return {}
  }
}

/** The ids in the data of a delivery: `id=3`, `primary_user_id=1 secondary_user_id=2`. */
export function subjectOf(body: string): string {
  const { event_data: data } = parsedBody(body)
  if (data === null || typeof data !== 'object') return ''
  const entries = Object.entries(data).filter(([, value]) => /^(string|number)$/.test(typeof value))
  const own = entries.filter(([name]) => name === 'id')
  const ids = own.length > 0 ? own : entries.filter(([name]) => name.endsWith('_id'))
  return ids.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join(' ')
}

/** What an event is about: `user` for `user.updated`. */
export const eventGroupOf = (event: string): string => event.slice(0, event.lastIndexOf('.'))
