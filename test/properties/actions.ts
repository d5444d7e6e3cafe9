/** Random actions on an emulator: API calls, test setup and clock changes. */
import type { Emulator, FaultEffect } from 'course-admin-emulator'
import { type Arbitrary, array, constantFrom, nat, oneof, record } from 'fast-check'
import { deliveryEffects } from '../golden/fault-effects.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { endFaults, webhookOf } from '../support/internals.ts'

export interface Action {
  readonly kind: keyof typeof actionsByKind
  /** Picks one of the existing rows. */
  readonly which: number
  readonly text: string
}

// Note: these effects leave no attempt in flight. A copy of the state starts such an attempt again.
const effects = deliveryEffects.filter((effect) => !('latency_ms' in effect || 'timeout' in effect))

const faultWith =
  (among: readonly FaultEffect[]) =>
  (emulator: Emulator, { which }: Action): void => {
    const effect = among[which % among.length] as FaultEffect
    emulator.fault({ at: 'delivery', times: (which % 3) + 1, with: effect })
  }

const actionsByKind = {
  givenUser: (emulator, { text }) => void emulator.given('users', { middle_name: text }),
  givenEnrollment: (emulator, { which }) =>
    void emulator.given('enrollments', { student_id: pickId(emulator, 'users', which) }),
  putUser: (emulator, { which, text }) =>
    send(emulator, 'PUT', `/users/${pickId(emulator, 'users', which)}`, { first_name: text }),
  postUser: (emulator, { text }) =>
    send(emulator, 'POST', '/users', {
      first_name: 'Mia',
      last_name: text,
      email: `${text}@example.test`,
    }),
  postLabel: (emulator, { text }) =>
    send(emulator, 'POST', '/labels', { name: text, model_type: 'User' }),
  deleteLabel: (emulator, { which }) =>
    send(emulator, 'DELETE', `/labels/${pickId(emulator, 'labels', which)}`),
  cancel: (emulator, { which }) =>
    send(emulator, 'PUT', `/enrollments/${pickId(emulator, 'enrollments', which)}/cancel`),
  list: (emulator, { which }) => send(emulator, 'GET', `/enrollments?per_page=${which % 5}`),
  merge(emulator, { which }) {
    const [primary, secondary] = [pickId(emulator, 'users', 0), pickId(emulator, 'users', which)]
    if (primary !== secondary) emulator.act.mergeUsers({ primary, secondary })
  },
  mintToken: (emulator, { text }) => void emulator.mintToken({ application: text }),
  setFlags: (emulator, { which }) => emulator.flags({ Departments: which % 2 === 0 }),
  redeliver(emulator, { which }) {
    const finished = emulator
      .rows('webhook_notifications')
      .filter(({ status }) => status === 'succeeded' || status === 'failed')
      .filter(({ webhook_id }) => webhookOf(emulator, webhook_id)?.active)
    const notification = finished[which % finished.length]
    if (notification) emulator.act.redeliver({ notification })
  },
  rotate(emulator, { which }) {
    const webhooks = emulator.rows('webhooks')
    const webhook = webhooks[which % webhooks.length]
    if (webhook) emulator.act.rotateSecret({ webhook, graceS: which })
  },
  faultAtDeliveries: faultWith(effects),
  faultAtRequests: (emulator, { which }) =>
    void emulator.fault({ at: 'request', nth: (which % 4) + 1, times: 1, with: { status: 503 } }),
  outage: (emulator, { which }) => void emulator.outage({ of: 'api', until: `${which + 1}m` }),
  endFaults: (emulator) => endFaults(emulator),
  deactivate(emulator, { which }) {
    const [webhook] = emulator.rows('webhooks')
    if (webhook) emulator.act.update('webhooks', webhook.id, { active: which % 3 > 0 })
  },
  setScopes: (emulator, { which }) =>
    emulator.setScopes(
      emulator.token,
      which % 2 === 0 ? ['relations:read'] : ['relations:read', 'courses:read'],
    ),
  sleep: (emulator, { which }) => void emulator.sleep(`${which}m`),
  next: (emulator) => emulator.advance('next'),
  settle: (emulator) => emulator.settle(),
  advance: (emulator, { which }) => emulator.advance(`${which}m`),
  /** These leave attempts in flight, which a copy of the state starts again. */
  faultInFlight: faultWith(deliveryEffects),
  outageOfWebhooks: (emulator, { which }) =>
    void emulator.outage({ of: 'webhooks', until: `${which + 1}m` }),
} satisfies Record<string, (emulator: Emulator, action: Action) => unknown>

const kinds = Object.keys(actionsByKind) as Action['kind'][]

const listsOf = (of: readonly Action['kind'][]): Arbitrary<Action[]> =>
  array(
    record({
      kind: constantFrom(...of),
      which: oneof(nat(4), nat(2_000)),
      text: constantFrom('Ann', 'Bo', 'Cato', 'Dirk'),
    }),
    { maxLength: 10 },
  )

export const actionLists = listsOf(
  kinds.filter((kind) => kind !== 'faultInFlight' && kind !== 'outageOfWebhooks'),
)

/** Lists with actions that leave attempts in flight. */
export const busyActionLists = listsOf(kinds)

export async function runActions(emulator: Emulator, all: readonly Action[]): Promise<void> {
  for (const action of all) await actionsByKind[action.kind](emulator, action)
}

/** A small world with a webhook whose responses vary. */
export function prepareEmulator(emulator: Emulator): Emulator {
  emulator.given('labels', 2, { model_type: 'User' })
  emulator.given('enrollments', 2)
  emulator.receiver({
    url: 'https://app.test/hooks',
    answer: async (request) => ((await request.text()).length % 3 === 0 ? 503 : 204),
  })
  return emulator
}

/** The complete state as text: rows, time, due tasks, rate windows, flags, tokens. */
export function stateOf(emulator: Emulator): string {
  const { store, catalog, cells } = contextOf(emulator)
  const { tables: _, ...otherCells } = cells.snapshot()
  const rows = [...catalog.resources.keys()].map((name) => [name, [...store.scan(name)]])
  return JSON.stringify(
    { rows, now: emulator.now(), pending: emulator.pending(), others: otherCells },
    asText,
  )
}

/** Trees as their entries, without journal numbers, since each emulator has its own journal. */
function asText(name: string, value: unknown): unknown {
  if (name === 'cause') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Set) return [...value]
  return 'toArray' in value ? (value as { toArray(): unknown[] }).toArray() : value
}

function pickId(emulator: Emulator, table: string, which: number): number {
  const ids = [...contextOf(emulator).store.scan(table)].map(({ id }) => id as number)
  return ids[which % ids.length] ?? 1
}

async function send(
  emulator: Emulator,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  await emulator.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}
