/** Why generated scenarios say nothing about an integration. */
import { defined } from '../../../engine/errors/defined.ts'
import { stableJson } from '../../run/choice-point.ts'
import { echoReason, noCallReason, noEndingReason } from '../../oracles/baseline-judgement.ts'
import type { Judgement } from '../../oracles/judgement.ts'
import { sharedStateReason, sharesState } from '../../oracles/reference-runs.ts'
import type { RunOutcome } from '../../run/outcome.ts'
import type { Alphabet } from './alphabet.ts'

interface FirstRun {
  /** The run without an act. */
  readonly outcome: RunOutcome
  readonly judgement: Judgement
}

/** The reason, or undefined if generated scenarios can show a defect. */
export function obstacleIn(
  { firstRun, isDeaf, refusal, acts, hasEnding, echoesService, hostUse }: Alphabet,
  { outcome, judgement: { verdict } }: FirstRun,
): string | undefined {
  if (hostUse !== undefined) return hostUse
  if (echoesService) return echoReason
  if (sharesState(firstRun, outcome)) return sharedStateReason
  if (outcome.callCount > 0 && verdict === 'inconclusive') return undefined
  if (outcome.rejections[0] !== undefined) return outcome.rejections[0]
  if (acts.length > 0 && !hasEnding) return refusal ?? noEndingReason
  if (!isDeaf) return undefined
  return (
    refusal ??
    'no delivery makes the integration call the service or change `state()`; only a synchronization does. Leave out `fetch` if it polls'
  )
}

/** The reason if no act concerns the integration. */
export function nothingConcerns(
  { firstRun, refusal, refusedCall = firstRun.refusedCall }: Alphabet,
  namesActs: boolean,
): string {
  if (firstRun.callCount === 0)
    return noCallReason({ ...firstRun, ...defined({ refusedCall }) }, refusal)
  const acts = namesActs ? 'no act that `acts` names' : 'no act of the service'
  const state = stableJson(firstRun.after?.state ?? null)
  const advice = /^(\{\}|\[\])$/.test(state)
    ? `; \`state()\` is always ${state}: return what the integration keeps, or omit it`
    : ''
  return `${acts} makes the integration call the service or change \`state()\`${advice}`
}
