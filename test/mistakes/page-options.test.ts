/** Wrong options of pages and stories are refused, and the error names the nearest option. */
import { emulatorLoader } from 'course-admin-emulator/storybook'
import { setupEmulatorWorker } from 'course-admin-emulator/browser'
import { setupEmulator } from 'course-admin-emulator/node'
import { emulatorPlugin } from 'course-admin-emulator/vite'
import { expect, test, vi } from 'vitest'
import { any } from './mistake.ts'

// Note: Node cannot load the module, which starts service workers.
vi.mock('msw/browser', () => ({ setupWorker: () => undefined }))

const refusal = (action: string, option: string, near: string): string =>
  `Could not ${action}: there is no option "${option}". Did you mean "${near}"?`

test.each([
  ['workerURI', 'workerUrl'],
  ['onUnhandled', 'onUnhandledRequest'],
  ['laod', 'load'],
])('setupEmulatorWorker with %s', (option, near) => {
  expect(() => setupEmulatorWorker(any({ [option]: 'x' }))).toThrow(
    refusal('set up the worker', option, near),
  )
})

test.each([
  ['workerURI', 'workerUrl'],
  ['onUnhandled', 'onUnhandledRequest'],
])('emulatorLoader with %s', (option, near) => {
  expect(() => emulatorLoader(any({ [option]: 'x' }))).toThrow(
    refusal('create the loader', option, near),
  )
})

test.each([
  ['scope', 'scopes'],
  ['falts', 'faults'],
  ['outages', 'outage'],
  ['wrld', 'world'],
])('a story with %s', async (option, near) => {
  const load = emulatorLoader()
  await expect(load({ id: 'a', parameters: { emulator: { [option]: 'x' } } })).rejects.toThrow(
    refusal('create the emulator of the story', option, near),
  )
})

test('a story with an option beside `emulator`, and a loader among the decorators', () => {
  const load = emulatorLoader()
  expect(() => load({ id: 'a', parameters: { world: 'empty' } })).toThrow(
    'Could not create the emulator of the story: `parameters` has "world", which is an option of the emulator. ' +
      'Write `parameters: { emulator: { world: … } }`.',
  )
  expect(() => load({ id: 'a', parameters: { emulators: { world: 'empty' } } })).toThrow(
    '`parameters` has "emulators", and no "emulator". Write `parameters: { emulator: { … } }`.',
  )
  // Note: Storybook shows what a decorator throws, and not that its promise rejects.
  expect(() => load(any(() => 'story'))).toThrow('`loaders: [emulatorLoader()]`')
})

test.each([
  ['pth', 'path'],
  ['wrld', 'world'],
])('emulatorPlugin with %s', (option, near) => {
  expect(() => emulatorPlugin(any({ [option]: 'x' }))).toThrow(
    refusal('create the Vite plugin', option, near),
  )
})

test.each([
  [() => emulatorPlugin(any({ baseUrl: 'x' })), 'Did you mean "path"?'],
  [
    () => emulatorPlugin(any({ world: 'demo/world.ts' })),
    '"world" is "demo/world.ts". Give the name of a world, or a path from the root of Vite that starts with "./", "../" or "/".',
  ],
  [() => emulatorPlugin(any({ port: 1 })), 'Give it to `server` in the configuration of Vite.'],
  [() => emulatorPlugin(any({ faults: [] })), 'Call `emulator.fault` for each of them.'],
  [() => emulatorLoader(any({ world: 'demo' })), '`parameters: { emulator: { world: … } }`.'],
  [
    () => emulatorLoader(any({ id: 'a', parameters: {} })),
    'Call the function in the list: `loaders: [emulatorLoader()]`.',
  ],
])('%o names the place of the option', (create, advice) => {
  expect(create).toThrow(advice)
})

test.each([
  [{ workerUrl: 'x' }, 'Give it to the loader: `emulatorLoader({ workerUrl })`.'],
  [{ port: 1 }, 'Give it to `startServer`.'],
  [{ faults: {} }, '"faults" is {}. Give a list such as'],
])('a story with %j', async (emulator, advice) => {
  const load = emulatorLoader()
  await expect(load({ id: 'a', parameters: { emulator } })).rejects.toThrow(advice)
})

test('setupEmulator', () => {
  expect(() => setupEmulator(any({ wrld: 'x' }))).toThrow(
    refusal('create an emulator', 'wrld', 'world'),
  )
})

test('the Vite plugin without its call ends the dev server', () => {
  const plugin = emulatorPlugin as unknown as { config(): unknown }
  expect(() => plugin.config()).toThrow('Call it: plugins: [emulatorPlugin()].')
})
