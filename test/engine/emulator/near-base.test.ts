/** Which requests look like those of a wrong base URL, in a process and in a page of the same host. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isNearBase } from '../../../src/engine/emulator/reports/unhandled-requests.ts'

const base = 'https://service.test/api/v1'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['https://service.test/', true],
  ['https://service.test/users', true],
  ['http://service.test/api/v1/users', true],
  ['https://other.test/api/v1/users', true],
  ['https://other.test/api/v1', true],
  ['https://other.test/api/v10', false],
  ['https://other.test/users', false],
  ['https://other.test/undefined/users', true],
  ['https://other.test/null', true],
  ['https://other.test/nullable', false],
])('in a process: %s is %s', (url, isNear) => {
  expect(isNearBase(base, url)).toBe(isNear)
})

describe('in a page of the host of the base URL', () => {
  test.each([
    ['https://service.test/api/v2/users', true],
    ['https://service.test/api', true],
    ['https://service.test/apis/v1/users', false],
    ['https://service.test/assets/logo.svg', false],
    ['https://service.test/', false],
    ['https://other.test/api/v1/users', false],
    ['https://service.test/undefined/users', true],
  ])('%s is %s', (url, isNear) => {
    vi.stubGlobal('location', { host: 'service.test' })
    expect(isNearBase(base, url)).toBe(isNear)
  })
})
