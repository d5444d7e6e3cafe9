/** Parses the effect of a fault rule and checks which effects exclude each other. */
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { isObject } from '../errors/argument-checks.ts'
import { type EffectTable, type FaultEffect, faultEffects, type TargetKind } from './effects.ts'

const effects: EffectTable = faultEffects

interface ParsedEffect {
  readonly effect: FaultEffect
  /** The only kind of target that the effect applies to; undefined for both. */
  readonly at: TargetKind | undefined
}

/**
 * Returns the effect without the keys that are undefined or false. `selected` is the kind of target that its rule selects, and
 * limits the suggestions for an unknown key.
 */
export function parseEffect(input: unknown, selected?: TargetKind): ParsedEffect {
  const effect: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(isObject(input) ? input : {})) {
    const definition = Object.hasOwn(effects, key) ? effects[key] : undefined
    if (!definition) {
      const fitting = Object.keys(effects).filter((name) => {
        const at = effects[name]?.at
        return at === undefined || selected === undefined || at === selected
      })
      throw unknownNameError('effect', key, fitting, 'set the fault')
    }
    if (value === undefined || value === false) continue
    definition.assertValid(value, { code: 'bad_fault', action: 'set the fault', name: key })
    effect[key] = value
  }
  if (Object.keys(effect).length === 0) {
    throw badEffect('"with" contains no effect', 'Give an effect, such as with: { status: 503 }.')
  }
  assertNoConflicts(effect)
  return { effect, at: targetOf(effect) }
}

function assertNoConflicts(effect: FaultEffect): void {
  const keys = Object.keys(effect)
  for (const [key, { conflicts = [], contradiction }] of Object.entries(effects)) {
    if (!keys.includes(key)) continue
    const others = conflicts === 'all' ? keys.filter((each) => each !== key) : conflicts
    const other = others.find((each) => keys.includes(each))
    if (other) throw badEffect(`"${key}" and "${other}" exclude each other`, 'Set one of them.')
    const problem = contradiction?.({ ...effect })
    if (problem) throw badEffect(problem.reason, problem.advice)
  }
}

function targetOf(effect: FaultEffect): TargetKind | undefined {
  const targets = Object.keys(effect)
    .map((key) => ({ key, at: effects[key]?.at }))
    .filter(({ at }) => at !== undefined)
  const [first] = targets
  if (!first) return undefined
  const other = targets.find(({ at }) => at !== first.at)
  if (!other) return first.at
  throw badEffect(
    `"${first.key}" applies to ${targetNames[first.at as TargetKind]}, "${other.key}" to ${targetNames[other.at as TargetKind]}`,
    'Set two rules: a rule hits requests or deliveries.',
  )
}

/** The kinds of targets, as messages name them. */
export const targetNames: Readonly<Record<TargetKind, string>> = {
  request: 'requests',
  delivery: 'deliveries',
}

const badEffect = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_fault', { action: 'set the fault', reason, advice })
