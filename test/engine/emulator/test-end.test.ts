/** What a reset removed and what a fork did count at the end of the test. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import {
  assertReached,
  endTest,
  throwKeptFailure,
  willEndTest,
} from '../../../src/engine/emulator/reports/test-end.ts'

const url = 'https://app.test/hooks'

/** The emulator of a test. */
function ofTest(): Emulator {
  const emulator = createEmulator({ world: 'empty', test: 'sync' })
  willEndTest(contextOf(emulator))
  return emulator
}

function end(emulator: Emulator): void {
  throwKeptFailure(contextOf(emulator))
  endTest(contextOf(emulator))
}

const misspelt = (emulator: Emulator) => emulator.fetch('/user', { headers: emulator.headers })

afterEach(() => void vi.restoreAllMocks())

describe('a fork of the emulator of a test', () => {
  test('fails it with a call that no operation answers', async () => {
    const emulator = ofTest()
    await misspelt(emulator.fork())
    expect(() => end(emulator)).toThrow('Could not answer GET /user')
    expect(() => end(emulator)).not.toThrow()
  })

  test('fails it with a call of the fork of a fork', async () => {
    const emulator = ofTest()
    await misspelt(emulator.fork().fork())
    expect(() => end(emulator)).toThrow('Could not answer GET /user')
  })

  test('fails it with the failed assertion of a receiver', async () => {
    const emulator = ofTest()
    const user = emulator.given('users')
    const fork = emulator.fork()
    fork.receiver({ url, answer: () => expect(1).toBe(2) as never })
    fork.act.updateUser({ user, last_name: 'Berg' })
    await fork.settle()
    expect(() => end(emulator)).toThrow('expected 1 to be 2')
  })

  test('fails it with work that nothing awaits', async () => {
    const emulator = ofTest()
    const fork = emulator.fork()
    const work = fork.settle()
    expect(() => end(emulator)).toThrow('`fork.settle` still runs. Await it')
    await work
  })

  test('prints its unused faults with the name of the test', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const emulator = ofTest()
    emulator.fork().fault({ operation: 'get_users', with: { status: 503 } })
    end(emulator)
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^In "sync", .*get_users/s))
  })

  test('fails it with what a reset of the fork removed', async () => {
    const emulator = ofTest()
    const fork = emulator.fork()
    await misspelt(fork)
    fork.reset()
    expect(() => end(emulator)).toThrow('Could not answer GET /user')
  })

  test('of another emulator is not judged', async () => {
    const emulator = createEmulator({ world: 'empty' })
    await misspelt(emulator.fork())
    expect(() => end(emulator)).not.toThrow()
  })
})

describe('a reset', () => {
  test('keeps the first call that no operation answers', async () => {
    const emulator = ofTest()
    await misspelt(emulator)
    emulator.reset()
    await emulator.fetch('/cours', { headers: emulator.headers })
    emulator.reset()
    expect(() => end(emulator)).toThrow('Could not answer GET /user')
    expect(() => end(emulator)).not.toThrow()
  })

  test('prints the faults that it ends unused', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const emulator = ofTest()
    emulator.fault({ operation: 'get_users', with: { status: 503 } })
    emulator.reset()
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^In "sync", .*get_users/s))
  })

  test('of an emulator without a test keeps nothing', async () => {
    const emulator = createEmulator({ world: 'empty' })
    await misspelt(emulator)
    emulator.reset()
    expect(() => end(emulator)).not.toThrow()
  })
})

describe('what a passing test set up in vain', () => {
  const printed = async (work: (emulator: Emulator) => unknown): Promise<string[]> => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const emulator = createEmulator({ world: 'empty' })
    await work(emulator)
    end(emulator)
    return warn.mock.calls.map(([line]) => String(line))
  }

  test('is a line with a capital for an emulator without the name of a test', async () => {
    const lines = await printed((emulator) =>
      emulator.receiver({ url, answer: () => expect(1).toBe(1) as never }),
    )
    expect(lines).toEqual([
      `The function \`answer\` of ${url} has an assertion and never ran: no delivery reached it.`,
    ])
  })

  test('is no line for a receiver without an assertion', async () => {
    expect(await printed((emulator) => emulator.receiver({ url, answer: () => 204 }))).toEqual([])
  })

  const refusedFor = (reason: string): string =>
    `Each call was refused with 403: ${reason}. Give the code under test \`emulator.token\`.`
  const refused = refusedFor('the token is the text "undefined": its value is not set')
  test.each<[(string | undefined)[], string[]]>([
    [[], []],
    [['Bearer undefined'], [refused]],
    [['Bearer undefined', 'Bearer null'], [refused]],
    [[undefined], []],
    [['Bearer other'], []],
    [['Bearer undefined', undefined], []],
    [
      ['other', 'Bearer undefined'],
      [refusedFor('the scheme is missing: a token is sent as "Authorization: Bearer <token>"')],
    ],
    [
      ['Bearer Bearer other'],
      [refusedFor('the header has "Bearer" twice: send "Authorization: Bearer <token>"')],
    ],
  ])('of calls with the tokens %j is %j', async (tokens, lines) => {
    const call = async (emulator: Emulator): Promise<void> => {
      for (const token of tokens)
        await emulator.fetch('/users', {
          headers: token === undefined ? {} : { authorization: token },
        })
    }
    expect(await printed(call)).toEqual(lines)
  })

  test('is no line for a call that a later one with a token follows', async () => {
    const lines = await printed(async (emulator) => {
      await emulator.fetch('/users', { headers: { authorization: 'Bearer undefined' } })
      await emulator.fetch('/users', { headers: emulator.headers })
    })
    expect(lines).toEqual([])
  })
})

describe('an emulator beside that of the test, at the same base URL', () => {
  const reached = (emulator: Emulator) => (): void => assertReached(contextOf(emulator))
  const call = (emulator: Emulator) => emulator.fetch('/users', { headers: emulator.headers })

  test('fails an assertion that a call is missing, if the calls reached the other one', async () => {
    const emulator = ofTest()
    const beside = createEmulator({ world: 'empty' })
    expect(reached(beside)).not.toThrow()
    await call(emulator)
    expect(reached(beside)).toThrow('the calls reached the emulator of the test')
    expect(reached(emulator)).not.toThrow()
    expect(reached(emulator.fork())).not.toThrow()
    await call(beside)
    expect(reached(beside)).not.toThrow()
  })

  test('passes it after the test, and with a base URL of its own', async () => {
    const emulator = ofTest()
    await call(emulator)
    const baseUrl = 'https://second.test/api/v1'
    expect(reached(createEmulator({ world: 'empty', baseUrl }))).not.toThrow()
    emulator.close()
    expect(reached(createEmulator({ world: 'empty' }))).not.toThrow()
  })
})
