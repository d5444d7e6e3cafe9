/** Reads what a rule does: each key with its values, and which keys go together. */
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import { type ValueCheck, wholeNumberCheck } from '../machine/argument-checks.ts'
import { dayMs } from '../machine/duration.ts'
import type { FaultEffect } from './fault-rule.ts'

interface EffectSpec extends ValueCheck {
  /** Where alone it makes sense. */
  readonly at?: 'request' | 'delivery'
}

const oneOf = (...words: string[]): EffectSpec => ({
  isValid: (value) => words.includes(value as string),
  expected: words.map((word) => `"${word}"`).join(' or '),
})
const flagSpec: EffectSpec = { isValid: (value) => typeof value === 'boolean', expected: 'true' }
const changeSpec: EffectSpec = {
  isValid: (value) => typeof (value as { act?: unknown } | null)?.act === 'string',
  expected: '{ act: "merge_users", input: {…} }',
}
const requestOnly = (spec: EffectSpec): EffectSpec => ({ ...spec, at: 'request' })
const deliveryOnly = (spec: EffectSpec): EffectSpec => ({ ...spec, at: 'delivery' })

/** A hundred years: whatever is due later is as good as never. */
const durationMaxMs = 36_525 * dayMs

const specs: Readonly<Record<keyof FaultEffect, EffectSpec>> = {
  status: wholeNumberCheck(200, 599),
  retry_after: requestOnly(wholeNumberCheck(0)),
  latency_ms: wholeNumberCheck(0, durationMaxMs),
  timeout: oneOf('before', 'after'),
  reset: flagSpec,
  body: requestOnly(oneOf('truncated', 'malformed', 'empty')),
  change: requestOnly(changeSpec),
  drop: deliveryOnly(flagSpec),
  duplicate: deliveryOnly(flagSpec),
  delay_ms: deliveryOnly(wholeNumberCheck(0, durationMaxMs)),
  reorder: deliveryOnly(flagSpec),
  signature: deliveryOnly(oneOf('missing', 'wrong')),
  age_s: deliveryOnly(wholeNumberCheck(0, durationMaxMs / 1_000)),
}

/** What cannot be said of the same call. */
const exclusiveKeys: readonly (readonly [keyof FaultEffect, readonly (keyof FaultEffect)[]])[] = [
  ['timeout', ['status', 'retry_after', 'reset', 'body', 'latency_ms']],
  ['reset', ['status', 'retry_after', 'body']],
  ['drop', Object.keys(specs).filter((key) => key !== 'drop') as (keyof FaultEffect)[]],
  ['duplicate', ['status', 'timeout', 'reset']],
  ['reorder', ['delay_ms']],
]

export interface ParsedEffect {
  readonly effect: FaultEffect
  /** Where alone all of it makes sense; undefined where it does at both. */
  readonly at: 'request' | 'delivery' | undefined
}

/** The effect without what is not said, or an error that says what cannot be. */
export function parseEffect(input: unknown): ParsedEffect {
  if (typeof input !== 'object' || input === null) {
    throw badEffect('"with" says nothing', 'Say what happens, such as with: { status: 503 }.')
  }
  const effect: Partial<Record<keyof FaultEffect, unknown>> = {}
  for (const [key, value] of Object.entries(input)) {
    const spec = (specs as Readonly<Record<string, EffectSpec>>)[key]
    if (!spec) throw unknownNameError('effect', key, Object.keys(specs), 'set the fault')
    if (value === undefined || value === false) continue
    if (!spec.isValid(value)) {
      throw badEffect(`"${key}" is ${JSON.stringify(value)}`, `Give ${spec.expected}.`)
    }
    effect[key as keyof FaultEffect] = value
  }
  if (Object.keys(effect).length === 0) {
    throw badEffect('"with" says nothing', 'Say what happens, such as with: { status: 503 }.')
  }
  assertNoConflicts(effect)
  return { effect: effect as FaultEffect, at: effectTarget(effect) }
}

function assertNoConflicts(effect: object): void {
  for (const [key, others] of exclusiveKeys) {
    const other = key in effect && others.find((each) => each in effect)
    if (other) throw badEffect(`"${key}" and "${other}" exclude each other`, 'Set one of them.')
  }
  const { signature, age_s } = effect as FaultEffect
  if (signature === 'missing' && age_s !== undefined) {
    throw badEffect('what is not signed carries no moment that could be old', 'Leave "age_s" out.')
  }
}

function effectTarget(effect: object): 'request' | 'delivery' | undefined {
  const targeted = Object.keys(effect).filter(
    (key) => specs[key as keyof FaultEffect].at !== undefined,
  )
  const [first] = targeted
  if (first === undefined) return undefined
  const at = specs[first as keyof FaultEffect].at
  const other = targeted.find((key) => specs[key as keyof FaultEffect].at !== at)
  if (other === undefined) return at
  throw badEffect(
    `"${first}" is about a ${at}, "${other}" is not`,
    'A rule hits one or the other; set two rules.',
  )
}

const badEffect = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_fault', { action: 'set the fault', reason, advice })
