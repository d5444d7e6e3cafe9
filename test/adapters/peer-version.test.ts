/** A peer dependency that an installation has forced is refused, with the command that replaces it. */
import { expect, test, vi } from 'vitest'

const versions: Record<string, string> = {}
const peerDependencies = { msw: '^2.12.0 || ^3.0.0', vitest: '>=3.2.0' }

vi.mock('node:module', () => ({
  createRequire: () => (path: string) => {
    const name = path.replace('/package.json', '')
    if (name === 'course-admin-emulator') return { version: '0.1.0', peerDependencies }
    if (!versions[name]) throw new Error(`no package ${name}`)
    return { version: versions[name] }
  },
}))

const { assertPeerVersion } = await import('../../src/adapters/peer-version.ts')

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
  versions[name] = version
  expect(() => assertPeerVersion(name)).toThrow(message)
})

test.each([
  ['vitest', '3.2.0'],
  ['vitest', '5.0.1'],
  ['msw', '2.12.0'],
  ['msw', '3.0.0-beta.1'],
  ['msw', ''],
] as const)('%s %j is taken', (name, version) => {
  versions[name] = version
  expect(() => assertPeerVersion(name)).not.toThrow()
})
