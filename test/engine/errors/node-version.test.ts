/** Which runtimes count as Node, and which versions are refused. */
import { afterEach, expect, test, vi } from 'vitest'
import { assertSupportedNode } from '../../../src/engine/errors/node-version.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Loads the module in a runtime with these globals. */
async function isNodeWith(globals: object): Promise<boolean> {
  vi.resetModules()
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return (await import('../../../src/engine/errors/node-version.ts')).isNode
}

test.each([
  ['Node', {}, true],
  ['Deno', { Deno: {} }, false],
  ['Bun', { Bun: {} }, false],
  ['a page', { process: Object.create(process, { versions: { value: {} } }) as unknown }, false],
])('%s', async (_, globals, isNode) => {
  expect(await isNodeWith(globals)).toBe(isNode)
})

test.each(['20.18.9', '19.99.0', '18.0.0', '20'])('version %s is refused', (version) => {
  expect(() => assertSupportedNode(version)).toThrow('20.19.0')
})

test.each(['20.19.0', '20.20.1', '21.0.0', '22.1.0', undefined])('%s is supported', (version) => {
  expect(() => assertSupportedNode(version)).not.toThrow()
})
