/** The sizes of journal entries and texts: estimates of their bytes, and the part of a body that is stored. */

import { EmulatorError } from '../errors/errors.ts'

/** The memory of an entry, or of a value in it, without texts. */
const entryBytes = 256
const valueBytes = 8

/** The largest part of a body that the journal stores. */
const storedBodyBytesMax = 65_536

/** Estimates the bytes of the details of an entry. Objects that it shares, such as sets, count as one value. */
export const estimateEntryBytes = (details: object): number => entryBytes + estimateBytes(details)

export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return valueBytes + value.length
  if (typeof value !== 'object' || value === null || !isPlain(value)) return valueBytes
  let bytes = valueBytes
  for (const part of Object.values(value)) bytes += estimateBytes(part)
  return bytes
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}

/** The part of a body that the journal stores. */
interface StoredBody {
  readonly body: string
  /** The bytes that a longer body has after it. */
  readonly bodyBytesOmitted?: number
}

/** The part of a body that the journal stores: the text itself, or the start of a long one. */
export function storedBody(text: string): StoredBody {
  const bytes = byteLength(text)
  if (bytes <= storedBodyBytesMax) return { body: text }
  const kept = new Uint8Array(storedBodyBytesMax)
  const { written } = encoder.encodeInto(text, kept)
  // Note: a slice of the text would keep the whole text in memory.
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept.subarray(0, written))
  return { body: start, bodyBytesOmitted: bytes - written }
}

// Note: this is the first use of the web platform when the package loads.
function createEncoder(): TextEncoder {
  if (typeof TextEncoder === 'function') return new TextEncoder()
  throw new EmulatorError('no_web_platform', {
    action: 'load course-admin-emulator',
    reason: 'this environment has no `TextEncoder`',
    advice: 'In Jest, install jest-fixed-jsdom, and name it as `testEnvironment`.',
  })
}

const encoder = createEncoder()

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** The encoder counts the bytes of a longer text faster. */
const shortTextMax = 2_000

/** The number of bytes of a text in UTF-8. */
export const byteLength = (text: string): number =>
  isShortAscii(text) ? text.length : encoder.encode(text).length

/** Most short texts are ASCII text, in which each character is one byte. */
export function isShortAscii(text: string): boolean {
  if (text.length > shortTextMax) return false
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 127) return false
  }
  return true
}
