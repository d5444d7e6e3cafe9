/**
 * Runs random sessions with the generator of the golden sessions, and compares four continuations of each:
 * of the original emulator, of its fork, of its saved world, and of its restored snapshot.
 */
import type { Emulator } from 'course-admin-emulator'
import { array, type Arbitrary, nat, record } from 'fast-check'
import { expect } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { findViolations } from '../support/invariant-checks.ts'
import { createDraw } from '../golden/draw.ts'
import type { Action } from '../golden/session-actions.ts'
import {
  newCoverage,
  openSession,
  refuseExtraDeliveries,
  runStep,
  type Session,
} from '../golden/session.ts'
import { loadedEmulator } from '../golden/vocabulary.ts'
import { stateOf } from '../properties/actions.ts'
import { endFaults } from '../support/internals.ts'

/** A session as data. Each number of a step is the seed of its random choices. */
export interface Simulation {
  /** Selects the options of the emulator. */
  readonly seed: number
  /** The steps before the emulator is copied. */
  readonly before: readonly number[]
  /** The steps that each copy runs. */
  readonly after: readonly number[]
}

export const simulations: Arbitrary<Simulation> = record({
  seed: nat(999),
  before: array(nat(), { minLength: 1, maxLength: 16 }),
  after: array(nat(), { maxLength: 6 }),
})

/** Sends a change of one webhook. */
async function changeWebhook(
  { emulator, draw }: Session,
  method: string,
  body?: object,
): Promise<void> {
  const webhooks = emulator.rows('webhooks')
  if (webhooks.length === 0) return
  const { id } = draw.pick(webhooks)
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  // Note: a fault may delay or refuse the call.
  void emulator
    .fetch(`/webhooks/${id}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .catch(() => undefined)
  await new Promise(setImmediate)
}

const setAllActive = (emulator: Emulator, active: boolean): void =>
  emulator.rows('webhooks').forEach(({ id }) => emulator.act.update('webhooks', id, { active }))

/** Causes events while the receivers are slow, so that attempts are in flight and others wait. */
async function deliver({ emulator, receivers, draw }: Session): Promise<void> {
  for (const { url } of receivers) {
    const answer = { status: draw.pick([204, 503]), latency: '4s' } as const
    emulator.receiver({ url, register: false, answer })
  }
  for (let i = 0; i < 4; i += 1) {
    emulator.act.create('labels', { name: `Label ${draw.below(1_000)}`, model_type: 'User' })
  }
  await emulator.advance(`${draw.below(3) + 1}s`)
}

/**
 * The actions that the golden sessions do not have. Deliveries fill a queue, wait for slow receivers and lose
 * their webhook often enough to meet a restore.
 */
const furtherActions: Readonly<Record<string, Action>> = {
  deliverSlowly: deliver,
  deliverMore: deliver,
  deactivateAll: ({ emulator }) => setAllActive(emulator, false),
  activateAll: ({ emulator }) => setAllActive(emulator, true),
  deactivate: (session) => changeWebhook(session, 'PATCH', { active: false }),
  activate: (session) => changeWebhook(session, 'PATCH', { active: true }),
  deleteWebhook: (session) => changeWebhook(session, 'DELETE'),
  sleep: ({ emulator, draw }) => void emulator.sleep(`${draw.below(500)}s`),
  restoreAtOnce: ({ emulator }) => emulator.restore(emulator.snapshot()),
}

/** Runs a simulation and checks the invariants and the copies. */
export async function runSimulation({ seed, before, after }: Simulation): Promise<void> {
  const session = openSession(seed, newCoverage(), furtherActions)
  await runSteps(session, before)
  const { emulator } = session
  checkInvariants(emulator)
  const hasInterruptedAttempts = contextOf(emulator).dispatcher.inFlight.list().length > 0
  const snapshot = emulator.snapshot()
  const fork = emulator.fork()
  const loaded = loadedEmulator(session.options, emulator.save())
  const original = await continueSession(session, emulator, after)
  emulator.restore(snapshot)
  const restored = await continueSession(session, emulator, after)
  const forked = await continueSession(session, fork, after)
  expect(forked, 'the fork equals the restored snapshot').toBe(restored)
  expect(await continueSession(session, loaded, after), 'the saved world equals the fork').toBe(
    forked,
  )
  // Note: only a copy starts the attempts again that were in flight.
  if (!hasInterruptedAttempts) expect(original, 'the original equals its copies').toBe(restored)
}

async function runSteps(session: Session, steps: readonly number[]): Promise<void> {
  for (const step of steps) {
    session.draw = createDraw(step)
    if (session.draw.chance(0.5)) await runStep(session)
    else await furtherActions[session.draw.pick(Object.keys(furtherActions))]?.(session)
  }
}

/** Runs the steps with a copy until no delivery is open, and returns its state as text. */
async function continueSession(
  session: Session,
  emulator: Emulator,
  steps: readonly number[],
): Promise<string> {
  refuseExtraDeliveries(emulator)
  const receivers = session.receivers.map(({ url }) =>
    emulator.receiver({ url, register: false, answer: url.endsWith('up') ? 204 : 503 }),
  )
  // Note: a copy has its own initial state, so `reset` would make the copies differ.
  const actions = { ...session.actions, reset: () => undefined }
  const copy: Session = { ...session, emulator, actions, receivers, snapshots: [] }
  await runSteps(copy, steps)
  endFaults(copy.emulator)
  const { dispatcher } = contextOf(copy.emulator)
  await copy.emulator.advance('3h')
  // Note: a day that begins at the end of these hours sends events. The next day begins much later.
  if (dispatcher.countOpen() > 0) await copy.emulator.advance('3h')
  checkInvariants(copy.emulator)
  expect(dispatcher.countOpen()).toBe(0)
  return stateOf(copy.emulator)
}

function checkInvariants(emulator: Emulator): void {
  expect(findViolations(contextOf(emulator))).toEqual([])
}
