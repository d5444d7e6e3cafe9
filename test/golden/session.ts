/** One random session of a seed: calls, acts, faults, moves of the clock, and all that came of them. */
import { type Emulator, EmulatorError, type Receiver, type Snapshot } from 'course-admin-emulator'
import { extraUrl } from './acts.ts'
import { canonicalEntry, canonicalError, canonicalLine, canonicalResponse } from './canonical.ts'
import {
  drawCall,
  exampleCall,
  type OperationCall,
  operationCalls,
  type SentCall,
} from './calls.ts'
import { createDraw, type Draw } from './draw.ts'
import { type Action, actions } from './session-actions.ts'
import { type GoldenOptions, newEmulator, tablesOf } from './vocabulary.ts'
import { endFaults, webhookOf } from '../support/internals.ts'

/** What the sessions used so far; the test checks that nothing is left out. */
export interface Coverage {
  readonly operations: Map<string, Set<number>>
  readonly acts: Set<string>
  readonly effects: Set<string>
  readonly kinds: Set<string>
}

export interface Session {
  emulator: Emulator
  token: string
  draw: Draw
  /** The actions besides calls. */
  readonly actions: Readonly<Record<string, Action>>
  readonly options: GoldenOptions
  readonly coverage: Coverage
  readonly receivers: readonly Receiver[]
  readonly snapshots: Snapshot[]
  /** Canonical lines, in the order in which they were written. */
  readonly lines: string[]
  /** Calls in the order in which they were sent. */
  readonly calls: Outcome[]
}

/** A call and its answer; it stays open where the emulator went back to before it was sent. */
interface Outcome {
  readonly method: string
  readonly path: string
  outcome: 'open' | 'lost' | object
}

const delivery = {
  timeoutMs: 5_000,
  retryDelaysMs: [60_000, 120_000, 240_000],
  maxInFlight: 1,
  maxQueued: 2,
}

/** The settings that sessions run with, one after the other. */
const settings: readonly GoldenOptions[] = [
  {},
  { delivery },
  { rateLimit: { requestsPerWindowMax: 8 } },
  {
    alternatives: [
      'webhook.order',
      'webhook.exhausted',
      'webhook.delivered',
      'event.named',
      'transition.event',
      'create.status',
      'delete.response',
      'body.rules',
      'body.unknown',
      'paging.everywhere',
      'query.unknown',
      'query.values',
      'query.per_page',
      'query.cursor',
      'enrollment.cancel.from',
    ],
  },
  {
    signing: 'hex',
    journalEntriesMax: 60,
    flags: { Programs: false, 'Teacher roles': false },
    delivery: { ...delivery, maxInFlight: 2 },
  },
]

const bases = settings.map((options) => newEmulator(options))
const tables = tablesOf(bases[0] as Emulator)

/** Enough turns for an answer that the clock does not hold back. */
const turnsMax = 40

export const newCoverage = (): Coverage => ({
  operations: new Map(),
  acts: new Set(),
  effects: new Set(),
  kinds: new Set(),
})

/**
 * Adds a receiver for the URL that acts register. It does not answer, like a host that does not exist;
 * a delivery over the network would take a time that depends on the machine.
 */
export const refuseExtraDeliveries = (emulator: Emulator): unknown =>
  emulator.receiver({
    url: extraUrl,
    register: false,
    answer: () => Promise.reject(new Error('refused')),
  })

/** Starts a session with the settings of a seed. */
export function openSession(seed: number, coverage: Coverage, more = {}): Session {
  const options = settings[seed % settings.length] as GoldenOptions
  const emulator = (bases[seed % bases.length] as Emulator).fork()
  const draw = createDraw(seed)
  refuseExtraDeliveries(emulator)
  return {
    emulator,
    token: emulator.token,
    draw,
    actions: { ...actions, ...more },
    options,
    coverage,
    receivers: [
      emulator.receiver({ url: 'https://app.test/up', answer: 204 }),
      emulator.receiver({ url: 'https://app.test/down', answer: draw.pick([503, 300, 404]) }),
    ],
    snapshots: [],
    lines: [],
    calls: [],
  }
}

/** Sends this call as it is, or a random one. */
async function sendCall(session: Session, example?: OperationCall): Promise<void> {
  const { emulator, draw, token } = session
  const parts = { emulator, draw, tables, token }
  const sent = example ? exampleCall(example, parts) : drawCall(draw.pick(operationCalls), parts)
  await send(session, sent)
}

/** One step: a call or an action. */
export async function runStep(session: Session): Promise<void> {
  if (session.draw.chance(0.5)) await sendCall(session)
  else await act(session)
}

/** Sends a call, and goes on when it is answered or waits on the clock. */
async function send({ emulator, calls, coverage }: Session, sent: SentCall): Promise<void> {
  const { operation, method, path, headers, body } = sent
  const outcome: Outcome = { method, path, outcome: 'open' }
  calls.push(outcome)
  void emulator
    .fetch(path, { method, headers, ...(body !== undefined && { body }) })
    .then(async (response) => {
      cover(coverage, operation, response.status)
      outcome.outcome = await canonicalResponse(response)
    })
    .catch(() => (outcome.outcome = 'lost'))
  await turnsUntil(() => outcome.outcome !== 'open')
}

async function turnsUntil(isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < turnsMax && !isOver(); turn += 1) await new Promise(setImmediate)
}

function cover({ operations }: Coverage, operation: string, status: number): void {
  const statuses = operations.get(operation) ?? new Set()
  operations.set(operation, statuses.add(status))
}

/** Writes the journal of an emulator that the session leaves. */
export function writeJournal({ emulator, lines, coverage }: Session): void {
  for (const entry of emulator.journal()) {
    coverage.kinds.add(entry.kind)
    lines.push(canonicalLine(canonicalEntry(entry)))
  }
}

/** The canonical text of the session that follows from the seed. */
export async function goldenText(seed: number, coverage: Coverage): Promise<string> {
  const session = openSession(seed, coverage)
  const { draw, lines } = session
  for (const place of [2 * seed, 2 * seed + 1]) {
    await sendCall(session, operationCalls[place % operationCalls.length])
  }
  const length = 20 + draw.below(8)
  for (let step = 0; step < length; step += 1) {
    await runStep(session)
  }
  lines.push(canonicalLine({ faults: session.emulator.faults() }))
  endFaults(session.emulator)
  await session.emulator.advance('1h')
  writeJournal(session)
  await turnsUntil(() => session.calls.every(({ outcome }) => outcome !== 'open'))
  for (const call of session.calls) lines.push(canonicalLine(call))
  writeState(session)
  return lines.join('\n')
}

/** One action; a refusal of the test kit is part of the session. */
async function act(session: Session): Promise<void> {
  const name = session.draw.pick(Object.keys(session.actions))
  try {
    await session.actions[name]?.(session)
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.code === 'broken_invariant') throw error
    session.lines.push(canonicalLine({ action: name, ...canonicalError(error) }))
  }
}

function writeState({ emulator, lines, receivers }: Session): void {
  for (const table of tables) {
    for (const row of emulator.rows(table as 'users')) lines.push(canonicalLine({ table, row }))
  }
  for (const { id } of emulator.rows('webhooks')) {
    lines.push(canonicalLine({ webhook: webhookOf(emulator, id) }))
  }
  for (const { url, deliveries } of receivers) {
    const arrived = deliveries.map(({ event, attempt, headers }) => ({ event, attempt, headers }))
    lines.push(canonicalLine({ url, arrived }))
  }
  const { flags, mails } = { flags: emulator.flags(), mails: emulator.rows('emails') }
  lines.push(canonicalLine({ now: emulator.now(), pending: emulator.pending(), flags, mails }))
}
