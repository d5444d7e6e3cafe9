/** What a session does besides calling the API: acts, given records, faults, time, snapshots, forks. */
import type { FaultEffect, FaultRule } from 'course-admin-emulator'
import { type ActName, goldenActs } from './acts.ts'
import { operationCalls } from './calls.ts'
import { deliveryEffects, requestEffects } from './fault-effects.ts'
import { refuseExtraDeliveries, type Session, writeJournal } from './session.ts'
import { importRecords, loadedEmulator } from './vocabulary.ts'
import { endFaults } from '../support/internals.ts'

export type Action = (session: Session) => unknown

const givenTables = [
  'users',
  'enrollments',
  'labels',
  'meetings',
  'orders',
  'invoices',
  'teachers',
  'courses',
  'planned_courses',
  'course_locations',
  'material_groups',
  'certificates',
  'webhooks',
] as const

const never = (): Promise<never> => new Promise(() => undefined)

/** A rule with one effect; which calls it selects is drawn. */
function setFault({ emulator, draw, coverage }: Session, at: 'request' | 'delivery'): void {
  const effect: FaultEffect = draw.pick(at === 'request' ? requestEffects : deliveryEffects)
  coverage.effects.add(`${at} ${JSON.stringify(effect)}`)
  const operation = draw.pick(operationCalls).operation as NonNullable<FaultRule['operation']>
  emulator.fault({
    at,
    ...(draw.chance(0.5) ? { nth: draw.below(2) + 1 } : {}),
    ...(draw.chance(0.5) ? { times: draw.below(3) + 1 } : {}),
    ...(draw.chance(0.2) ? { until: `${draw.below(20) + 1}m` } : {}),
    ...(at === 'request' && draw.chance(0.1) ? { operation } : {}),
    ...(at === 'delivery' && draw.chance(0.2) ? { event: 'user.updated' as const } : {}),
    with: effect,
  })
}

function runAct(session: Session): void {
  const name = session.draw.pick(Object.keys(goldenActs) as ActName[])
  session.coverage.acts.add(name)
  goldenActs[name](session)
}

/** Continues with another emulator; the journal of the one before is kept. */
function replaceEmulator(session: Session, next: Session['emulator']): void {
  writeJournal(session)
  session.emulator = next
  refuseExtraDeliveries(next)
  for (const { url } of session.receivers) {
    next.receiver({ url, register: false, answer: url.endsWith('up') ? 204 : 500 })
  }
  session.snapshots.length = 0
}

/** Frequent actions stand here several times. */
export const actions: Readonly<Record<string, Action>> = {
  act: runAct,
  anotherAct: runAct,
  oneMoreAct: runAct,
  given: ({ emulator, draw }) => emulator.given(draw.pick(givenTables), draw.below(2) + 1),
  importRecords: ({ emulator, draw }) =>
    importRecords(emulator, {
      labels: [{ id: 50 + draw.below(5), name: 'VIP', model_type: 'User' }],
    }),
  requestFault: (session) => setFault(session, 'request'),
  deliveryFault: (session) => setFault(session, 'delivery'),
  anotherDeliveryFault: (session) => setFault(session, 'delivery'),
  outage: ({ emulator, draw }) =>
    emulator.outage({
      from: `${draw.below(5)}m`,
      until: `${draw.below(5) + 6}m`,
      of: draw.pick(['api', 'webhooks', 'all']),
    }),
  endFaults: ({ emulator }) => endFaults(emulator),
  answer: ({ receivers, draw }) =>
    draw
      .pick(receivers)
      .answer(
        draw.pick([
          204,
          300,
          503,
          { status: 500, body: 'Down.' },
          { latency: '4s' },
          { latency: '20s' },
          () => Promise.reject(new Error('refused')),
          never,
        ]),
      ),
  settle: ({ emulator }) => emulator.settle(),
  advance: ({ emulator, draw }) => emulator.advance(`${draw.below(400)}s`),
  advanceLong: ({ emulator, draw }) => emulator.advance(`${draw.below(72)}h`),
  advanceToNext: ({ emulator }) => emulator.advance('next'),
  advanceTo: ({ emulator, draw }) =>
    emulator.advance({
      to: new Date(Date.parse('2026-01-05T09:10:00Z') + draw.below(10) * 3_600_000),
    }),
  snapshot: ({ emulator, snapshots }) => snapshots.push(emulator.snapshot()),
  restore({ emulator, snapshots, draw }) {
    if (snapshots.length > 0) emulator.restore(draw.pick(snapshots))
  },
  reset(session) {
    if (!session.draw.chance(0.2)) return
    writeJournal(session)
    session.emulator.reset()
  },
  fork: (session) => replaceEmulator(session, session.emulator.fork()),
  load: (session) =>
    replaceEmulator(session, loadedEmulator(session.options, session.emulator.save())),
  mintToken(session) {
    const { emulator, draw } = session
    const scopes = draw.pick([
      ['relations:read'],
      ['relations:read', 'relations:modify', 'enrollments:read', 'courses:read'],
    ] as const)
    const minted = emulator.mintToken({ scopes, application: 'golden' })
    session.token = draw.chance(0.4) ? minted : emulator.token
  },
  setScopes: ({ emulator, token, draw }) => {
    if (token !== emulator.token) emulator.setScopes(token, draw.pick([[], ['courses:read']]))
  },
  setFlags: ({ emulator, draw }) =>
    emulator.flags({ [draw.pick(['Departments', 'Organizations'])]: draw.chance(0.5) }),
}
