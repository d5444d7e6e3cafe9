/** Encodes cursors: base64 of the JSON of a position, `{"id":25}`, with the sort key in sorted lists. */
import type { Key, Scalar } from '../store/keys.ts'
import { type FieldSpec, integer, type Shape } from './fields.ts'
import { badRequest } from './problems.ts'

export interface CursorPosition {
  /** The values of the sort fields and, last, the id. */
  readonly key: Key
  /** Whether the page ends before the position; otherwise it starts after the position. */
  readonly before: boolean
}

export function encodeCursor({ key, before }: CursorPosition, fields: readonly string[]): string {
  const position: Record<string, Scalar> = {}
  for (const [i, field] of fields.entries()) position[field] = key[i] as Scalar
  position['id'] = key.at(-1) as Scalar
  if (before) position['before'] = true
  return toBase64(JSON.stringify(position))
}

/** Decodes a cursor; throws a 400 for an invalid cursor or a cursor of a list with another order. */
export function decodeCursor(
  cursor: string,
  fields: readonly string[],
  shape: Shape = {},
): CursorPosition {
  const { before = false, ...position } = parse(cursor) ?? {}
  const known = [...fields, 'id']
  const isValid =
    typeof before === 'boolean' &&
    Object.keys(position).length === new Set(known).size &&
    known.every((name) => matchesSpec((shape[name] ?? positionField).spec, position[name]))
  if (!isValid) throw badRequest({ cursor: ['is not a cursor of this list'] })
  return { key: known.map((name) => position[name] as Scalar), before }
}

function parse(cursor: string): Record<string, unknown> | undefined {
  try {
    const position: unknown = JSON.parse(fromBase64(cursor))
    return typeof position === 'object' && position !== null
      ? (position as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The field of a position in a list of items without ids. */
const positionField = integer()

function matchesSpec({ kind, nullable }: FieldSpec, value: unknown): boolean {
  if (value === null) return nullable === true
  if (kind === 'integer') return Number.isSafeInteger(value)
  return typeof value === (kind === 'enum' ? 'string' : kind)
}

const toBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const fromBase64 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
