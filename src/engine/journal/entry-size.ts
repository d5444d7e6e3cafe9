/** The memory of journal entries: an estimate of their bytes, and the part of a body that is stored. */
import { redactText } from './redaction.ts'

/** The memory of an entry, or of a value in it, without texts. */
const entryBytes = 256
const valueBytes = 8

/** The largest part of a body that an entry stores. */
const storedBodyBytesMax = 65_536

/** Estimates the bytes of the details of an entry. Objects that it shares, such as sets, count as one value. */
export const estimateEntryBytes = (details: object): number => entryBytes + estimateBytes(details)

function estimateBytes(value: unknown): number {
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

/** The part of a body of a number of bytes that an entry stores, without secrets, and the bytes that it lacks. */
export function storedBody(
  text: string,
  bytes: number,
): { body: string; bodyBytesOmitted?: number } {
  if (bytes <= storedBodyBytesMax) return { body: redactText(text) }
  const kept = new Uint8Array(storedBodyBytesMax)
  const { written } = new TextEncoder().encodeInto(text, kept)
  // Note: a slice of the text would keep the whole text in memory.
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept.subarray(0, written))
  return { body: redactText(start), bodyBytesOmitted: bytes - written }
}
