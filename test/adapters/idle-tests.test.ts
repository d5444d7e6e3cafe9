/** The lines for a passing test that sent no request or asserted nothing. */
import { createRequire, Module } from 'node:module'
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterEach, expect, test, vi } from 'vitest'
import { idleLines, watchPage } from '../../src/adapters/testing/idle-tests.ts'

const { cache } = createRequire(import.meta.url)
// Note: the package is no part of this project.
const supertest = '/app/node_modules/supertest/index.js'

afterEach(() => void delete cache[supertest])

/** The lines for a test that did this. */
async function linesFor(work: (emulator: Emulator) => unknown): Promise<string[]> {
  const emulator = createEmulator({ world: 'empty' })
  await work(emulator)
  return idleLines(emulator, { isSilent: true, assertions: 1 })
}

const update = ({ act, given }: Emulator) =>
  act.update('users', given('users'), { first_name: 'Mia' })

test('a test of supertest without a request has a line, whatever else it did', async () => {
  cache[supertest] = new Module('supertest')
  expect(await linesFor(update)).toEqual([expect.stringContaining('no request was sent')])
})

test('a test without supertest has no line', async () => {
  expect(await linesFor(update)).toEqual([])
})

test.each([
  ['a request', ({ fetch, headers }: Emulator) => fetch('/users', { headers })],
  [
    'a delivery',
    async (emulator: Emulator) => {
      emulator.act.registerWebhook({ url: 'https://app.test/hooks', events: ['user.updated'] })
      update(emulator)
      await emulator.settle()
    },
  ],
])('a test of supertest with %s has no line', async (_, work) => {
  cache[supertest] = new Module('supertest')
  expect(await linesFor(work)).toEqual([])
})

test('elements of an earlier test are told in each test that begins with them', () => {
  const body = { childElementCount: 1 }
  vi.stubGlobal('document', { body })
  /** A test that leaves so many elements. */
  const run = (left: number): number => {
    const end = watchPage()
    body.childElementCount = left
    return end().length
  }
  expect([1, 1, 2, 2, 3, 1, 1].map(run)).toEqual([0, 0, 0, 1, 1, 1, 1])
  body.childElementCount = 0
  expect([1, 0, 1, 0].map(run)).toEqual([0, 1, 0, 1])
  vi.unstubAllGlobals()
  expect([watchPage()(), watchPage()()]).toEqual([[], []])
})
