/** Reads what was typed for an input of an act, or says what is wrong with it. */
import type { ActInput, InputKind } from '../act-store.ts'
import { spaced } from '../format.ts'

export type Reading = { readonly value: unknown } | { readonly wrong: string }

/** Whether it is typed as JSON: no simpler form holds all of it. */
export const isJson = ({ kind, items }: InputKind): boolean =>
  ['object', 'map', 'json', 'variant'].includes(kind) ||
  (kind === 'array' && items !== undefined && !isPlain(items))

const isPlain = ({ kind }: InputKind): boolean =>
  ['integer', 'number', 'string', 'enum', 'value'].includes(kind)

export function read(input: InputKind, typed: string): Reading {
  const text = typed.trim()
  if (isJson(input)) return readJson(input, text)
  if (input.kind === 'array') return readList(input, text)
  if (input.options && !input.options.includes(text)) return { wrong: unknownOf(input, text) }
  switch (input.kind) {
    case 'integer':
      return /^-?\d+$/.test(text) ? { value: Number(text) } : { wrong: noNumber(input, text) }
    case 'number':
      return Number.isNaN(Number(text))
        ? { wrong: `“${text}” is no number` }
        : { value: Number(text) }
    case 'boolean':
      return { value: text === 'true' }
    case 'value':
      return { value: /^\d+$/.test(text) ? Number(text) : text }
    default:
      return readText(input, text)
  }
}

const noNumber = ({ to }: InputKind, text: string): string =>
  to
    ? `“${text}” is no id of ${spaced(to)}: those are whole numbers`
    : `“${text}” is no whole number`

function unknownOf({ options = [] }: InputKind, text: string): string {
  const [start = ''] = text.split('.')
  const near = options.filter((option) => option.startsWith(start))
  const shown = (near.length > 0 ? near : options).slice(0, 6)
  return `“${text}” is not known; there is ${shown.join(', ')}${shown.length < options.length ? ' …' : ''}`
}

function readText({ format }: InputKind, text: string): Reading {
  const isMoment = format === 'date' || format === 'timestamp'
  if (!isMoment || !Number.isNaN(Date.parse(text))) return { value: text }
  return { wrong: `“${text}” is no ${format === 'date' ? 'date' : 'moment'}` }
}

/** Texts, numbers or ids with commas between them; the first that is wrong is said. */
function readList({ items = { kind: 'string' } }: InputKind, text: string): Reading {
  const parts = text.replace(/^\[|\]$/g, '').split(',')
  const typed = parts.map((part) => part.trim().replace(/^"|"$/g, '')).filter(Boolean)
  const all = typed.map((each) => read(items, each))
  const wrong = all.find((each) => 'wrong' in each)
  return wrong ?? { value: all.map((each) => (each as { value: unknown }).value) }
}

function readJson({ kind }: InputKind, text: string): Reading {
  const wanted = kind === 'array' ? 'a list: [ … ]' : 'an object: { … }'
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null
    const fits = isObject && Array.isArray(value) === (kind === 'array')
    return fits ? { value } : { wrong: `This is JSON, but not ${wanted}` }
  } catch {
    return { wrong: `This is no JSON; it takes ${wanted}` }
  }
}

/** What was written, as the act takes it, and what is wrong by the input; what is empty is not sent. */
export function readAll(
  inputs: readonly ActInput[],
  typed: Readonly<Record<string, string>>,
): { readonly values: Record<string, unknown>; readonly wrong: Record<string, string> } {
  const values: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const input of inputs) {
    const text = typed[input.name] ?? ''
    if (text.trim() === '') continue
    const reading = read(input, text)
    if ('wrong' in reading) wrong[input.name] = reading.wrong
    else values[input.name] = reading.value
  }
  return { values, wrong }
}
