/** Common mistakes: each call throws or rejects with an error of the kit that says what to do. */
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { nodeVersionMin, assertSupportedNode } from '../../src/engine/errors/node-version.ts'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { argumentMistakes } from './argument-mistakes.ts'
import { dataMistakes } from './data-mistakes.ts'
import { functionMistakes } from './function-mistakes.ts'
import { optionMistakes } from './option-mistakes.ts'
import { requestMistakes } from './request-mistakes.ts'
import { timeMistakes } from './time-mistakes.ts'

/** Calls a function and returns the error that it throws or rejects with. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}

/** The recorded code and message of each mistake, by its table and name. */
const recorded = new Map(
  readFileSync(new URL('../golden/messages.txt', import.meta.url), 'utf8')
    .split(/\n(?=\w+: )/)
    .map((block) => block.trimEnd().split(/\n {2}(.*)/s) as [string, string]),
)

describe.each([
  ['options', optionMistakes],
  ['data', dataMistakes],
  ['time', timeMistakes],
  ['requests', requestMistakes],
  ['functions', functionMistakes],
  ['arguments', argumentMistakes],
])('mistakes with %s', (table, mistakes) => {
  test.each(mistakes)('%s', async (name, call, part) => {
    const emulator = createEmulator({ world: 'empty' })
    const error = await errorOf(() => call(emulator))
    expect(error).toBeInstanceOf(EmulatorError)
    const { code, message } = error as EmulatorError
    expect(message).toContain(part)
    const text = message.replaceAll(process.cwd(), '<checkout>')
    const placed = text.replaceAll(process.version, '<node>')
    expect(`${code}: ${placed}`).toBe(recorded.get(`${table}: ${name}`))
    expect(emulator.given('users').id).toBeTypeOf('number')
  })
})

describe('what is not a mistake', () => {
  test('a fault path with the base URL or its path', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ path: `${emulator.baseUrl}/users`, times: 1, with: { status: 503 } })
    emulator.fault({ path: '/api/v1/users', nth: 2, with: { status: 502 } })
    const { headers } = emulator
    expect((await emulator.fetch('/users', { headers })).status).toBe(503)
    expect((await emulator.fetch('/users', { headers })).status).toBe(502)
  })

  test('to print and to compare the acts', () => {
    const { act } = createEmulator({ world: 'empty' })
    expect(act).toEqual(act)
    expect(JSON.stringify(act)).toBe('{}')
    expect('mergeUser' in act).toBe(false)
  })
})

describe('a member that an emulator does not have', () => {
  const emulator = createEmulator({ world: 'empty' })
  const handle = emulator.fault({ operation: 'get_users', with: { status: 503 } })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })

  test.each([
    'then',
    'toJSON',
    'asymmetricMatch',
    'nodeType',
    'tagName',
    'inspect',
    '$$typeof',
    'length',
    '@@__IMMUTABLE_ITERABLE__@@',
    '_isMockFunction',
    '__v_skip',
    'hasAttribute',
    'calls',
  ])('is undefined for %s, which test runners read', (name) => {
    for (const each of [emulator, handle]) expect(Reflect.get(each, name)).toBeUndefined()
  })

  test('is not printed, and does not make two objects different', () => {
    expect(inspect(emulator)).toMatch(/^EmulatorInstance \{\n {2}baseUrl/)
    expect(inspect(handle)).toMatch(/^\{ id: 'fault-1', rule: \[Getter\]/)
    expect(Object.keys(hook)).toContain('deliveries')
    expect({ ...handle }).toStrictEqual(handle)
    expect('revokeToken' in emulator).toBe(false)
    expect(() => expect(emulator).toEqual({ a: 1 })).toThrow('to deeply equal { a: 1 }')
    expect(`${String(emulator)}`).toBe('[object Object]')
  })

  test('is no length of a method that is not called', () => {
    for (const { pending, delivered } of [emulator])
      for (const each of [pending, delivered])
        expect(() => expect(each).toHaveLength(0)).toThrow('to have a length of')
    for (const { transcript, received } of [emulator])
      for (const each of [transcript, received])
        expect(() => expect(each).not.toContain('GET /users')).toThrow('it is a method. Call it:')
    expect(() => expect(Reflect.get(hook, 'webhooks')).toHaveLength(0)).toThrow('to have a length')
  })

  test.each(['notifications', 'events', 'requests'])('is refused when it is read: %s', (name) => {
    expect(() => Reflect.get(hook, name) as unknown).toThrow('Did you mean "deliveries"?')
  })

  test('is not replaced', () => {
    expect(() => Object.assign(hook, { answer: 503 })).toThrow(
      'Could not set `answer` of a receiver: it is a method. Call it: answer(503).',
    )
    expect(() => emulator.handlers.push({} as never)).toThrow('not extensible')
  })

  test('is a matcher of `expect`', () => {
    const { toHaveReceived } = emulator as unknown as { toHaveReceived(name: string): void }
    expect(() => toHaveReceived('get_users')).toThrow(
      'A matcher is one of `expect`: expect(emulator).toHaveReceived(…).',
    )
  })

  test('is the handler of another library', () => {
    const { use } = emulator as unknown as { use(handler: unknown): void }
    expect(() => use({})).toThrow(
      '`fault({ operation: …, with: { status: 503 } })` changes an answer',
    )
  })
})

describe('the version of Node', () => {
  test.each(['18.20.1', '20.18.3', '16.0.0'])('%s is refused in plain words', (version) => {
    expect(() => assertSupportedNode(version)).toThrow(
      `Could not start the emulator: this is Node ${version}, and the emulator requires ` +
        `Node ${nodeVersionMin} or newer. Install a newer version of Node.`,
    )
    expect(() => assertSupportedNode(version)).toThrow(
      expect.objectContaining({ code: 'old_node' }),
    )
  })

  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s is supported', (version) => {
    expect(() => assertSupportedNode(version)).not.toThrow()
  })

  test('is the one in package.json', () => {
    expect(`${packageJson.engines.node}.0`).toBe(`>=${nodeVersionMin}`)
  })
})
