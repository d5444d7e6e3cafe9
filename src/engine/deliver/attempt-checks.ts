/** Checks the attempts of a saved world. */
import { isFaultHit } from '../faults/fault-checks.ts'
import {
  isCount,
  isFlag,
  isListOf,
  isMoment,
  isObjectOf,
  isOptional,
  isText,
  isTupleOf,
  type JsonCheck,
} from '../errors/json-checks.ts'
import { isObject } from '../errors/argument-checks.ts'

const isHandle = isTupleOf(isMoment, isCount)

const scheduledParts = {
  id: isText,
  webhook: isText,
  faultHit: isOptional(isFaultHit),
  attemptNumber: isOptional(isCount),
  isManual: isOptional(isFlag),
}

export const isScheduledRetry = isObjectOf({ id: isText, webhook: isText })
export const isScheduledAttempt = isObjectOf(scheduledParts)
export const isWaitingAttempt = isObjectOf({ ...scheduledParts, hasFaults: isFlag })

const isHeldDelivery = isObjectOf({
  ...scheduledParts,
  handle: isHandle,
  isExplicit: isFlag,
})

/** Whether a value is a list of held deliveries that contains each notification once. */
export const isHeldDeliveryList: JsonCheck = (value) => {
  if (!isListOf(isHeldDelivery)(value)) return false
  const ids = (value as readonly { readonly id: string }[]).map(({ id }) => id)
  return new Set(ids).size === ids.length
}

const isHeaders: JsonCheck = (value) => isObject(value) && Object.values(value).every(isText)

export const isInFlightAttempt = isObjectOf({
  webhook: isText,
  attempt: isCount,
  startedAt: isMoment,
  timeoutHandle: isHandle,
  entry: isCount,
  faultHit: isOptional(isFaultHit),
  lateDelivery: isOptional(isObjectOf({ url: isText, headers: isHeaders, body: isText })),
  isManual: isFlag,
})

const isStatus: JsonCheck = (value) => value === null || isCount(value)
const isLatency: JsonCheck = (value) => Number.isFinite(value) && (value as number) >= 0

export const isDelayedResponse = isObjectOf({
  id: isText,
  inFlight: isInFlightAttempt,
  response: isObjectOf({ status: isStatus, text: isText, latencyMs: isLatency }),
})
