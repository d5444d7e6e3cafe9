/** A peer dependency that an installation has forced is refused, with the command that replaces it. */
import { expect, test } from 'vitest'
import { assertPeerVersion } from '../../src/adapters/peer-version.ts'

const peerDependencies = { msw: '^2.12.0 || ^3.0.0', vitest: '>=3.2.0' }

/** Checks a peer dependency of which this version is installed; none if it is empty. */
const check = (name: 'msw' | 'vitest', version: string): void =>
  assertPeerVersion(name, (read) => {
    if (read === 'course-admin-emulator') return { version: '0.1.0', peerDependencies }
    return version === '' ? undefined : { version }
  })

test.each([
  [
    'vitest',
    '2.1.9',
    'vitest 2.1.9 is installed, and >=3.2.0 is needed. Install it: npm install -D vitest@3.',
  ],
  ['vitest', '3.1.4', 'vitest 3.1.4 is installed'],
  [
    'msw',
    '1.3.5',
    'msw 1.3.5 is installed, and ^2.12.0 || ^3.0.0 is needed. Install it: npm install -D msw@2.',
  ],
  ['msw', '2.11.6', 'msw 2.11.6 is installed'],
] as const)('%s %s', (name, version, message) => {
  expect(() => check(name, version)).toThrow(message)
})

test.each([
  ['vitest', '3.2.0'],
  ['vitest', '5.0.1'],
  ['msw', '2.12.0'],
  ['msw', '3.0.0-beta.1'],
  ['msw', ''],
] as const)('%s %j is taken', (name, version) => {
  expect(() => check(name, version)).not.toThrow()
})
