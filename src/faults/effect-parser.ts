/** Reads what a rule does: each key with its values, and which keys go together. */
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { type Wanted, whole } from '../machine/argument-checks.ts'
import type { FaultEffect } from './fault-rule.ts'

interface Spec extends Wanted {
  /** Where alone it makes sense. */
  readonly at?: 'request' | 'delivery'
}

const oneOf = (...words: string[]): Spec => ({
  fits: (value) => words.includes(value as string),
  wanted: words.map((word) => `"${word}"`).join(' or '),
})
const yes: Spec = { fits: (value) => typeof value === 'boolean', wanted: 'true' }
const change: Spec = {
  fits: (value) => typeof (value as { act?: unknown } | null)?.act === 'string',
  wanted: '{ act: "merge_users", input: {…} }',
}
const request = (spec: Spec): Spec => ({ ...spec, at: 'request' })
const delivery = (spec: Spec): Spec => ({ ...spec, at: 'delivery' })

/** A hundred years: whatever is due later is as good as never. */
const spanMaxMs = 36_525 * 86_400_000

const specs: Readonly<Record<keyof FaultEffect, Spec>> = {
  status: whole(200, 599),
  retry_after: request(whole(0)),
  latency_ms: whole(0, spanMaxMs),
  timeout: oneOf('before', 'after'),
  reset: yes,
  body: request(oneOf('truncated', 'malformed', 'empty')),
  change: request(change),
  drop: delivery(yes),
  duplicate: delivery(yes),
  delay_ms: delivery(whole(0, spanMaxMs)),
  reorder: delivery(yes),
  signature: delivery(oneOf('missing', 'wrong')),
  age_s: delivery(whole(0, spanMaxMs / 1_000)),
}

/** What cannot be said of the same call. */
const excluding: readonly (readonly [keyof FaultEffect, readonly (keyof FaultEffect)[]])[] = [
  ['timeout', ['status', 'retry_after', 'reset', 'body', 'latency_ms']],
  ['reset', ['status', 'retry_after', 'body']],
  ['drop', Object.keys(specs).filter((key) => key !== 'drop') as (keyof FaultEffect)[]],
  ['duplicate', ['status', 'timeout', 'reset']],
  ['reorder', ['delay_ms']],
]

export interface ReadEffect {
  readonly effect: FaultEffect
  /** Where alone all of it makes sense; undefined where it does at both. */
  readonly at: 'request' | 'delivery' | undefined
}

/** The effect without what is not said, or an error that says what cannot be. */
export function effectFrom(given: unknown): ReadEffect {
  if (typeof given !== 'object' || given === null) {
    throw bad('"with" says nothing', 'Say what happens, such as with: { status: 503 }.')
  }
  const said: Partial<Record<keyof FaultEffect, unknown>> = {}
  for (const [key, value] of Object.entries(given)) {
    const spec = (specs as Readonly<Record<string, Spec>>)[key]
    if (!spec) throw unknownName('effect', key, Object.keys(specs), 'set the fault')
    if (value === undefined || value === false) continue
    if (!spec.fits(value)) {
      throw bad(`"${key}" is ${JSON.stringify(value)}`, `Give ${spec.wanted}.`)
    }
    said[key as keyof FaultEffect] = value
  }
  if (Object.keys(said).length === 0) {
    throw bad('"with" says nothing', 'Say what happens, such as with: { status: 503 }.')
  }
  refuseConflicts(said)
  return { effect: said as FaultEffect, at: placeOf(said) }
}

function refuseConflicts(said: object): void {
  for (const [key, others] of excluding) {
    const other = key in said && others.find((each) => each in said)
    if (other) throw bad(`"${key}" and "${other}" exclude each other`, 'Set one of them.')
  }
  const { signature, age_s } = said as FaultEffect
  if (signature === 'missing' && age_s !== undefined) {
    throw bad('what is not signed carries no moment that could be old', 'Leave "age_s" out.')
  }
}

function placeOf(said: object): 'request' | 'delivery' | undefined {
  const bound = Object.keys(said).filter((key) => specs[key as keyof FaultEffect].at !== undefined)
  const [first] = bound
  if (first === undefined) return undefined
  const at = specs[first as keyof FaultEffect].at
  const other = bound.find((key) => specs[key as keyof FaultEffect].at !== at)
  if (other === undefined) return at
  throw bad(
    `"${first}" is about a ${at}, "${other}" is not`,
    'A rule hits one or the other; set two rules.',
  )
}

const bad = (because: string, advice: string): EmulatorError =>
  new EmulatorError('bad_fault', { could: 'set the fault', because, advice })
