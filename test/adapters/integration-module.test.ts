/** The module of an integration: what it may export, and a Node that does not load TypeScript. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  loadIntegration,
  loadIntegrationModule,
  loadModule,
} from '../../src/adapters/cli/integration-module.ts'
import { loadScenario } from '../../src/adapters/cli/scenario-module.ts'

const folder = mkdtempSync(join(tmpdir(), 'module-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, source: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, source)
  return file
}

const answers = "() => ({ resync: () => 'done' })"

test.each([
  ['by name', `export const connect = ${answers}`],
  ['as the default', `export default ${answers}`],
  ['in the default', `export default { connect: ${answers} }`],
  ['by name beside another default', `export const connect = ${answers}\nexport default () => {}`],
])('a module exports `connect` %s', async (name, source) => {
  const connect = await loadIntegration(write(`${name.replaceAll(' ', '-')}.mjs`, source))
  const integration = await connect({} as never)
  expect(integration.resync?.()).toBe('done')
})

test('the named exports go before those of the default', async () => {
  const source = `export const noun = 'labels'
export default { connect: ${answers}, noun: 'users', given: 1 }`
  const { named } = await loadIntegrationModule(write('named.mjs', source))
  expect(named).toMatchObject({ noun: 'labels', given: 1 })
})

test.each([
  ['', 'it exports no function `connect`. Export it by name or as the default'],
  ['export const connect = {}', 'it exports no function `connect`'],
  ['export default { sync() {} }', 'it exports no function `connect`'],
  ['throw new Error("a mistake")', 'Error: a mistake. Repair the module.'],
  ['throw "text"', 'text. Repair the module.'],
])('a module with %j is refused', async (source, reason) => {
  const file = write(`refused-${encodeURIComponent(source).slice(-30)}.mjs`, source)
  const refused = loadIntegration(file)
  await expect(refused).rejects.toMatchObject({ code: 'bad_app' })
  await expect(refused).rejects.toThrow(`Could not load ${file}: ${reason}`)
})

test('a file of tests that cannot be loaded is refused: `connect` belongs into a module', async () => {
  const file = write(
    'connect.test.mjs',
    'throw new Error("failed to find the current suite.\\nOr")',
  )
  await expect(loadIntegration(file)).rejects.toThrow(
    `Could not load ${file}: it is a file of tests, which a test runner loads. Export \`connect\` from a module that the tests import.`,
  )
})

test('a folder and a missing file are refused', async () => {
  await expect(loadModule(folder, 'Look.')).rejects.toThrow(
    `Could not load ${folder}: it is a folder. Give the file of the module.`,
  )
  const missing = join(folder, 'none.mjs')
  await expect(loadModule(missing, 'Look.')).rejects.toThrow('the file does not exist. Look.')
  await expect(loadModule('http://127.0.0.1:3000', 'Look.')).rejects.toThrow(
    'it is an address and no file. Give the file of a module, and the address of a running app as --to.',
  )
})

test('a scenario is the export `scenario`, or the default', async () => {
  const scenario = "{ name: 'a', summary: 'b', options: {}, script() {} }"
  for (const [name, source] of [
    ['named', `export const scenario = ${scenario}\nexport default 1`],
    ['default', `export default ${scenario}`],
  ])
    expect(await loadScenario(write(`scenario-${name}.mjs`, source as string))).toMatchObject({
      name: 'a',
    })
  await expect(loadScenario(write('none.mjs', 'export default 1'))).rejects.toThrow(
    'it exports no scenario. Export it as the default',
  )
  expect(await loadScenario('merge')).toMatchObject({ name: 'merge' })
})

/** The error of a Node that does not load TypeScript. */
describe('a file that Node does not load', () => {
  const source = `throw Object.assign(new Error('Unknown file extension ".ts"'), {
    code: 'ERR_UNKNOWN_FILE_EXTENSION',
  })`

  test('is refused in a project without tsx', async () => {
    await expect(loadIntegration(write('alone/app.ts', source))).rejects.toThrow(
      `Node ${process.versions.node} does not load TypeScript. Use Node 22.18 or newer, install tsx`,
    )
  })

  const tsx = (body: string): void => {
    const exports = { './esm/api': { require: './api.cjs', import: './api.mjs' } }
    write('project/node_modules/tsx/package.json', JSON.stringify({ name: 'tsx', exports }))
    write('project/node_modules/tsx/api.cjs', 'throw new Error("the CommonJS file")')
    write('project/node_modules/tsx/api.mjs', body)
  }

  test('is loaded by the tsx of its project', async () => {
    tsx(`export const tsImport = async (file, parent) => {
      if (file.endsWith('/broken.ts')) throw new Error('a mistake')
      return { connect: () => ({ state: () => [file, parent] }) }
    }`)
    const file = write('project/app.ts', source)
    const integration = await (await loadIntegration(file))({} as never)
    const { href } = new URL(`file://${file}`)
    expect(integration.state?.()).toEqual([href, href])
    await expect(loadIntegration(write('project/broken.ts', source))).rejects.toThrow(
      /broken\.ts: Error: a mistake\. Repair the module\.$/,
    )
  })
})
