/** The values that each option takes, and the message for the others. `--update` records a wanted change. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { emulatorOptions } from '../../../src/engine/emulator/options.ts'
import { deliveryOptions } from '../../../src/engine/deliver/delivery-policy.ts'
import { faultEffects } from '../../../src/engine/faults/effects.ts'
import { filterKeys } from '../../../src/engine/kit/journal/journal-filter.ts'
import { rateLimitOptions } from '../../../src/engine/serve/rate-limiter.ts'
import { receiverOptions } from '../../../src/engine/kit/receivers.ts'
import { tokenOptions } from '../../../src/engine/emulator/methods/tokens.ts'

const values: readonly (readonly [shown: string, value: unknown])[] = [
  ...[-1, 0, 1, 2, 199, 200, 599, 600, 1e13].map((each) => [String(each), each] as const),
  ...['', 'x', '5m', '+5m', '2026-01-06', '2026-01-05T09:05:00Z'].map(
    (each) => [JSON.stringify(each), each] as const,
  ),
  ['1.5', 1.5],
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['true', true],
  ['null', null],
  ['{}', {}],
  ['[]', []],
  ['["x"]', ['x']],
  ['[5]', [5]],
  ['{ ms: 5 }', { ms: 5 }],
  ['a Date', new Date('2026-01-06T00:00:00Z')],
  ['a function', () => 1],
]

const options = { world: 'empty' } as const
const base = createEmulator(options)

type Use = (value: unknown, emulator: Emulator) => unknown

/** A call with an option, for each option of a table. */
const each = (names: Iterable<string>, title: string, use: (values: object) => Use) =>
  [...names].map(
    (name) =>
      [`${title} ${name}`, (value, emulator) => use({ [name]: value })(value, emulator)] as const,
  ) as readonly (readonly [string, Use])[]

const uses: readonly (readonly [string, Use])[] = [
  ...each(Object.keys(emulatorOptions), 'createEmulator', (values) => () => {
    createEmulator({ ...options, ...values }).close()
  }),
  ...each(Object.keys(rateLimitOptions), 'rateLimit', (rateLimit) => () => {
    createEmulator({ ...options, rateLimit })
  }),
  ...each(['readMs', 'writeMs'], 'latency', (latency) => () => {
    createEmulator({ ...options, latency })
  }),
  ...each(Object.keys(deliveryOptions), 'delivery', (delivery) => () => {
    createEmulator({ ...options, delivery })
  }),
  ...each(['about', 'locale', 'amounts', 'size', 'blocks'], 'world', (values) => () => {
    createEmulator({ world: { name: 'own', size: 'none', ...values } as never })
  }),
  ...each(
    Object.keys(receiverOptions),
    'receiver',
    (values) => (_, emulator) => emulator.receiver({ url: 'https://app.test/hooks', ...values }),
  ),
  ...each(
    Object.keys(tokenOptions),
    'mintToken',
    (values) => (_, emulator) => emulator.mintToken(values),
  ),
  ...each(
    [
      'at',
      'operation',
      'group',
      'path',
      'event',
      'webhook',
      'nth',
      'times',
      'from',
      'until',
      'with',
    ],
    'fault',
    (values) => (_, emulator) => emulator.fault({ with: { latency_ms: 5 }, ...values }),
  ),
  ...each(
    Object.keys(faultEffects),
    'request fault',
    (effect) => (_, emulator) => emulator.fault({ at: 'request', with: effect }),
  ),
  ...each(
    Object.keys(faultEffects),
    'delivery fault',
    (effect) => (_, emulator) => emulator.fault({ at: 'delivery', with: effect }),
  ),
  ...each(
    ['from', 'until', 'of', 'with'],
    'outage',
    (values) => (_, emulator) => emulator.outage({ until: '1h', ...values } as never),
  ),
  ...each(filterKeys, 'journal', (filter) => (_, emulator) => emulator.journal(filter)),
  ...each(
    ['params', 'query', 'body', 'status'],
    'received',
    (match) => (_, emulator) => emulator.received('get_user_by_id', match),
  ),
  ...each(
    ['to', 'payload', 'attempts'],
    'delivered',
    (match) => (_, emulator) => emulator.delivered('user.merged', match),
  ),
  ...each(['since'], 'usage', (values) => (_, emulator) => emulator.usage(values)),
  ...each(['instanceKey'], 'fork', (values) => (_, emulator) => emulator.fork(values).close()),
  ...each(
    [
      'restore',
      'explain',
      'importRecords',
      'flags',
      'received',
      'delivered',
      'given',
      'row',
      'rows',
      'shareTime',
      'fork',
      'mintToken',
      'journal',
      'story',
      'usage',
      'receiver',
      'fault',
      'outage',
      'setScopes',
    ],
    'the argument of',
    (values) => (_, emulator) => {
      const [[method, value] = []] = Object.entries(values)
      return (emulator as unknown as Record<string, (given: unknown) => unknown>)[String(method)]?.(
        value,
      )
    },
  ),
]

interface Refusal {
  readonly code: string
  readonly message: string
}

/** Returns the refusal of a value, without the names that its message lists; undefined if the call succeeds. */
function refusalOf(use: Use, value: unknown): Refusal | undefined {
  try {
    use(value, base.fork())
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    const { code, message } = error as EmulatorError
    return { code, message: message.replace(/((Known|of the \d+) are): .*/, '$1: …') }
  }
}

/** The lines of an option: what it takes, and one value that it refuses for each code. */
function linesOf([name, use]: (typeof uses)[number]): readonly string[] {
  const results = values.map(([shown, value]) => ({ shown, refusal: refusalOf(use, value) }))
  const taken = results.flatMap(({ shown, refusal }) => (refusal ? [] : [shown]))
  const refusals = new Map<string, string>()
  for (const { shown, refusal } of results)
    if (refusal && !refusals.has(refusal.code))
      refusals.set(refusal.code, `  ${shown} is refused, ${refusal.code}: ${refusal.message}`)
  const takes = taken.length === values.length ? 'all' : taken.join(', ') || 'none'
  return [`${name} takes ${takes}`, ...refusals.values()]
}

const groupOf = (name: string): string => name.replace(/ [^ ]+$/, '')

test.each([...new Set(uses.map(([name]) => groupOf(name)))])(
  'each option of %s takes its values and refuses others',
  async (group) => {
    const lines = uses.filter(([name]) => groupOf(name) === group).flatMap(linesOf)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
      `recorded/options-of-${group.replaceAll(' ', '-')}.txt`,
    )
  },
)
