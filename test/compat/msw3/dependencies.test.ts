/** Asserts that this test project uses other package versions and another Node with the same sources. */
import { expect as packageExpect } from 'course-admin-emulator/vitest'
import msw from 'msw/package.json' with { type: 'json' }
import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import vitest from 'vitest/package.json' with { type: 'json' }
import main from '../../../package.json' with { type: 'json' }
// Imported for this file only: other files have loaded the real `setupServer`.
import { createNetworkInterceptor } from '../../../src/adapters/network/network-interceptor.ts?msw3'
import project from './package.json' with { type: 'json' }

vi.mock('msw/node', async (original) => {
  const msw = await original<typeof import('msw/node')>()
  return { ...msw, setupServer: vi.fn<typeof msw.setupServer>(msw.setupServer) }
})

const projectVersions: Record<string, string> = project.dependencies
const mainVersions: Record<string, string> = { ...main.devDependencies, ...main.dependencies }
const others = ['msw', 'vitest']
const majorOf = (version: string): number => Number(version.split('.')[0])

test('runs msw 3 and vitest 5 on a Node that they accept', () => {
  expect(msw.version).toBe(project.dependencies.msw)
  expect(majorOf(msw.version)).toBe(3)
  expect(vitest.version).toBe(project.dependencies.vitest)
  expect(majorOf(vitest.version)).toBe(5)
  expect(majorOf(process.versions.node)).toBeGreaterThanOrEqual(22)
})

test('the sources use the msw and vitest versions of this test project', () => {
  createNetworkInterceptor({
    matches: () => false,
    respond: () => Promise.reject(new Error('no request is expected')),
  })
  expect(setupServer).toHaveBeenCalledOnce()
  expect(packageExpect).toBe(expect)
})

test('the test project has the peer dependencies of the package', () => {
  const optional = Object.keys(main.peerDependenciesMeta)
  const needed = Object.keys({ ...main.dependencies, ...main.peerDependencies })
  const always = needed.filter((name) => !optional.includes(name))
  expect(Object.keys(projectVersions)).toEqual(
    expect.arrayContaining([...always, 'vitest', 'vite']),
  )
})

test('every other package has the version of the main test project', () => {
  const same = Object.keys(projectVersions).filter((name) => !others.includes(name))
  for (const name of same) {
    expect.soft(projectVersions[name], name).toBe(mainVersions[name]?.replace(/^\^/, ''))
  }
})
