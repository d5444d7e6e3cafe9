/**
 * Catches what the `undici` of npm sends, of which msw hears nothing: it stands before the dispatcher
 * that all copies of undici in a process share. Who brings a dispatcher of their own goes by unseen.
 */
import { arrived } from '../../serve/lost-response.ts'
import type { Answering } from '../../emulator/msw-handler.ts'
import { type Listener, listenerOf } from './undici-response-writer.ts'

/** What undici asks of a dispatcher. */
interface Sent {
  readonly origin?: string | URL
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[]>>
  readonly method: string
  readonly headers?: unknown
  readonly body?: unknown
}

interface Dispatcher {
  dispatch(sent: Sent, handler: object): boolean
}

const shared = Symbol.for('undici.globalDispatcher.1')
const newer = Symbol.for('undici.globalDispatcher.2')

type Process = { [shared]?: Dispatcher; [newer]?: Dispatcher; Response: unknown }

/** Catches from now on; gives a function that ends it. */
export function catchUndici(answering: Answering): () => void {
  const process = globalThis as unknown as Process
  // Note: Node brings the dispatcher along with its own fetch, which it loads when it is looked at.
  void process.Response
  const ends = ([shared, newer] as const).map((symbol) => {
    const before = process[symbol]
    if (!before) return undefined
    const ours = standBefore(before, answering)
    process[symbol] = ours
    return () => {
      if (process[symbol] === ours) process[symbol] = before
    }
  })
  return () => {
    for (const end of ends) end?.()
  }
}

function standBefore(before: Dispatcher, answering: Answering): Dispatcher {
  const dispatch = (sent: Sent, handler: object): boolean => {
    const url = addressOf(sent)
    if (url === undefined || !answering.owns(url)) return before.dispatch(sent, handler)
    void answer(url, sent, listenerOf(handler), answering)
    return true
  }
  return new Proxy(before, {
    get(target, name) {
      const member = name === 'dispatch' ? dispatch : (target[name as never] as unknown)
      return typeof member === 'function' && name !== 'dispatch' ? member.bind(target) : member
    },
  })
}

async function answer(
  url: string,
  sent: Sent,
  listener: Listener,
  answering: Answering,
): Promise<void> {
  try {
    const request = await requestOf(url, sent, listener.signal)
    const response = arrived(await answering.answer(request), request)
    const body = new Uint8Array(await response.arrayBuffer())
    listener.hear(response, body)
  } catch (error) {
    listener.fail((error as Error).cause ?? error)
  }
}

function addressOf({ origin, path, query = {} }: Sent): string | undefined {
  const text = `${String(origin ?? '').replace(/\/$/, '')}${path}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  }
  return url.href
}

async function requestOf(url: string, sent: Sent, signal: AbortSignal): Promise<Request> {
  const { method, headers, body } = sent
  const text = method === 'GET' || method === 'HEAD' ? null : await bodyOf(body)
  return new Request(url, { method, headers: pairsOf(headers), body: text, signal })
}

/** A list of names and values, an object, or something to walk through. */
function pairsOf(headers: unknown): [string, string][] {
  if (headers === null || headers === undefined) return []
  const isFlat = Array.isArray(headers) && typeof headers[0] === 'string'
  if (isFlat) {
    return headers.flatMap((name, i) => (i % 2 ? [] : [[String(name), String(headers[i + 1])]]))
  }
  const walked = Symbol.iterator in (headers as object)
  const entries = walked ? [...(headers as Iterable<[string, unknown]>)] : Object.entries(headers)
  return entries.flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
}

async function bodyOf(body: unknown): Promise<BodyInit | null> {
  const isWalked = typeof (body as AsyncIterable<Uint8Array>)?.[Symbol.asyncIterator] === 'function'
  if (!isWalked || body instanceof Blob) return (body ?? null) as BodyInit | null
  const chunks: Uint8Array[] = []
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
  }
  return new Blob(chunks as BlobPart[])
}
