/** Random actions for chaos tests: acts, calls, faults, clock changes. */
import type { Emulator, FaultEffect } from 'course-admin-emulator'
import { type Arbitrary, array, constantFrom, nat, oneof, record } from 'fast-check'
import { deliveryEffects } from '../golden/fault-effects.ts'
import { endFaults } from '../support/internals.ts'

export interface ChaosStep {
  readonly kind: keyof typeof stepsByKind
  /** Picks one of the existing items. */
  readonly which: number
}

const requestEffects: readonly FaultEffect[] = [
  { status: 503 },
  { retry_after: 60 },
  { latency_ms: 90_000 },
  { timeout: 'before' },
  { timeout: 'after' },
  { reset: true },
  { body: 'truncated' },
  { body: 'malformed' },
  { body: 'empty' },
  { change: { act: 'delete_user', input: { id: 1_000 } } },
]

const stepsByKind = {
  createUser: (emulator) => void call(emulator, 'POST', '/users', newUser(emulator)),
  updateUser: (emulator, which) =>
    void call(emulator, 'PUT', `/users/${pickUserId(emulator, which)}`, {
      first_name: nextName(emulator),
    }),
  list: (emulator) => void call(emulator, 'GET', '/users?per_page=2'),
  merge(emulator, which) {
    const [primary, secondary] = [pickUserId(emulator, which), pickUserId(emulator, which + 1)]
    if (primary !== secondary && secondary !== 1) emulator.act.mergeUsers({ primary, secondary })
  },
  remove(emulator, which) {
    const id = pickUserId(emulator, which)
    if (id !== 1) emulator.act.deleteUser({ user: id })
  },
  faultAtRequests: (emulator, which) =>
    void emulator.fault({
      at: 'request',
      times: (which % 3) + 1,
      with: effectOf(emulator, requestEffects, which),
    }),
  faultAtDeliveries: (emulator, which) =>
    void emulator.fault({
      at: 'delivery',
      nth: (which % 2) + 1,
      times: (which % 3) + 1,
      with: deliveryEffects[which % deliveryEffects.length] as FaultEffect,
    }),
  outage: (emulator, which) =>
    void emulator.outage({ from: `${which % 5}m`, until: `${(which % 5) + 7}m` }),
  endFaults: (emulator) => endFaults(emulator),
  settle: (emulator) => emulator.settle(),
  advance: (emulator, which) => emulator.advance(`${which % 200}s`),
  advanceToNext: (emulator) => emulator.advance('next'),
} satisfies Record<string, (emulator: Emulator, which: number) => unknown>

export const chaosSequences: Arbitrary<ChaosStep[]> = array(
  record({
    kind: constantFrom(...(Object.keys(stepsByKind) as ChaosStep['kind'][])),
    which: oneof(nat(9), nat(2_000)),
  }),
  { maxLength: 40, size: 'medium' },
)

/** Runs the actions in order, without waiting for delayed responses. */
export async function runChaos(emulator: Emulator, all: readonly ChaosStep[]): Promise<void> {
  for (const { kind, which } of all) {
    await stepsByKind[kind](emulator, which)
    await new Promise(setImmediate)
  }
}

/** A change deletes a user, who must not be the owner of the token. */
function effectOf(emulator: Emulator, effects: readonly FaultEffect[], which: number): FaultEffect {
  const effect = effects[which % effects.length] as FaultEffect
  if (!effect.change) return effect
  return { change: { act: 'delete_user', input: { id: emulator.given('users').id } } }
}

/** A unique name that is the same in every replay. */
const nextName = ({ journal }: Emulator): string => `Ann ${journal().at(-1)?.number ?? 0}`

const newUser = (emulator: Emulator): object => ({
  first_name: nextName(emulator),
  last_name: 'Berg',
  email: `${nextName(emulator).replace(' ', '.')}@example.test`,
})

function pickUserId(emulator: Emulator, which: number): number {
  const ids = emulator.rows('users').map(({ id }) => id)
  return ids[which % ids.length] ?? 1
}

/** Sends a request and reads the response; a broken connection and a rejected change are expected. */
function call(emulator: Emulator, method: string, path: string, body?: object): Promise<void> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  return emulator
    .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .then((response) => void response.text())
    .catch(() => undefined)
}
