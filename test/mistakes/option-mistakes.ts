/** Common mistakes with options, each with the call and the message that it must cause. */
import { createEmulator } from 'course-admin-emulator'
import { any, type Mistake } from './mistake.ts'

export const optionMistakes: readonly Mistake[] = [
  [
    'an alternative as a number',
    () => createEmulator({ assumptions: any({ 'auth.refused': 401 }) }),
    'Could not switch the assumption "auth.refused": 401 is a number. Give the text "401".',
  ],
  [
    'the time as an option of the wrong name',
    () => createEmulator(any({ now: '2026-03-01' })),
    'Could not create an emulator: there is no option "now". Use the option `start`.',
  ],
  [
    'a port as an option',
    () => createEmulator(any({ port: 4010 })),
    'Could not create an emulator: there is no option "port". Give it to `startServer`.',
  ],
  [
    'webhooks as an option',
    () => createEmulator(any({ webhooks: ['https://app.test/hooks'] })),
    'Could not create an emulator: there is no option "webhooks". Call `emulator.receiver({ url })` for each of them.',
  ],
  [
    'a strategy as an option',
    () => createEmulator(any({ onUnhandledRequest: 'error' })),
    'Could not create an emulator: there is no option "onUnhandledRequest". Give it to `testWith`, or to `listen` of `setupEmulator`.',
  ],
  [
    'a file as the world',
    () => createEmulator({ world: any('./world.json') }),
    'Could not find the world "./world.json": it is the name of a file, and no world. Read the file of a saved world, and give its text as the option `load`.',
  ],
  [
    'a world of records',
    () => createEmulator({ world: any({ users: [{ first_name: 'Mia' }] }) }),
    'Could not create the world: "users" is a resource. Give { name: "mine", size: "none", amounts: { users: 5 } }. Your own records come from `given`, such as in `prepare`.',
  ],
  [
    'a world of amounts alone',
    () => createEmulator({ world: any({ users: 5 }) }),
    'Could not create the world: "users" is a resource. Give { name: "mine", size: "none", amounts: { users: 5 } }.',
  ],
  [
    'scopes as an option',
    () => createEmulator(any({ scopes: ['courses:read'] })),
    'Could not create an emulator: there is no option "scopes". Call `emulator.mintToken({ scopes })`.',
  ],
  [
    'faults as an option',
    () => createEmulator(any({ faults: [] })),
    'Could not create an emulator: there is no option "faults". Call `emulator.fault` for each of them.',
  ],
  [
    'a misspelt world',
    () => createEmulator({ world: any('emty') }),
    'Could not find the world "emty": the name is unknown. Did you mean "empty"?',
  ],
  [
    'a world that is a number',
    () => createEmulator({ world: any(3) }),
    'Could not create the world: 3 is not a world. Give the name of a world: empty, small-school, demo, training-company, large-university.',
  ],
  [
    'a misspelt option',
    () => createEmulator(any({ wrld: 'empty' })),
    'Could not create an emulator: there is no option "wrld". Did you mean "world"?',
  ],
  [
    'the world as the only argument',
    () => createEmulator(any('empty')),
    'Could not create an emulator: the options are "empty". Give an object such as { world: "small-school" }.',
  ],
  [
    'a seed as text',
    () => createEmulator({ seed: any('1') }),
    'Could not create an emulator: `seed` is not a whole number: "1". Use a whole number, such as 7.',
  ],
  [
    'a base URL without a protocol',
    () => createEmulator({ baseUrl: 'service.test/api' }),
    'Could not create an emulator: "service.test/api" is not an HTTP URL. Give a URL such as "https://service.test/api/v1".',
  ],
  [
    'a base URL with a query',
    () => createEmulator({ baseUrl: 'https://a.test/api?x=1' }),
    'Could not create an emulator: "https://a.test/api?x=1" has a query or a fragment. Give a URL such as "https://service.test/api/v1".',
  ],
  [
    'a misspelt clock',
    () => createEmulator({ clock: any('automatic') }),
    'Could not create an emulator: "automatic" is not a valid clock. Did you mean "auto"?',
  ],
  [
    'a clock with a scale of 0',
    () => createEmulator({ clock: { scale: 0 } }),
    'Could not create an emulator: {"scale":0} is not a valid clock. Give "virtual", "auto", "system" or { scale: 60 }, above 0 and up to 1000000.',
  ],
  [
    'a start that is not a date',
    () => createEmulator({ start: 'tomorrow' }),
    'Could not create an emulator: `start` is not a valid date: "tomorrow". Give a Date, or a string such as "2026-01-05T09:00:00.000Z".',
  ],
  [
    'a latency without a unit',
    () => createEmulator({ latency: any(5) }),
    'Could not create an emulator: "latency" is 5. Give a duration such as "80ms", or { readMs, writeMs }.',
  ],
  [
    'an unknown flag',
    () => createEmulator({ flags: any({ Program: false }) }),
    'Could not find the flag "Program": the name is unknown. Did you mean "Programs"?',
  ],
  [
    'a flag that is not a boolean',
    () => createEmulator({ flags: any({ Programs: 'off' }) }),
    'Could not switch flags: "Programs" is "off", not true or false. Give an object such as { "Programs": false }.',
  ],
  [
    'an unknown assumption',
    () => createEmulator({ assumptions: any({ 'rate.windw': 'alternative' }) }),
    'Could not switch the assumption "rate.windw": the id is unknown. Did you mean "rate.window"?',
  ],
  [
    'an unknown alternative',
    () => createEmulator({ assumptions: any({ 'update.patch': 'off' }) }),
    'Could not switch the assumption "update.patch": there is no alternative "off". Known are: default, alternative.',
  ],
  [
    'an unknown signing',
    () => createEmulator({ signing: any('hmac') }),
    'Could not find the signing "hmac": the name is unknown. Known are: standard, hex.',
  ],
  [
    'an unknown rate limit',
    () => createEmulator({ rateLimit: any({ max: 5 }) }),
    'Could not read the option "rateLimit": there is no key "max". Known are: requestsPerWindowMax, windowMs.',
  ],
  [
    'a rate limit as a number',
    () => createEmulator({ rateLimit: any(2) }),
    'Could not create an emulator: "rateLimit" is 2. Give an object, such as { requestsPerWindowMax: … }.',
  ],
  [
    'a delivery without attempts',
    () => createEmulator({ delivery: any({ timeoutMs: -1 }) }),
    'Could not create an emulator: "delivery.timeoutMs" is -1. Give a whole number from 1.',
  ],
  [
    'a world and a saved world',
    () => createEmulator({ world: 'empty', load: '{}' }),
    'Could not load the saved world: it contains its own world. Leave out "world" or "load".',
  ],
  [
    'a saved world that is encoded twice',
    () => createEmulator({ load: JSON.stringify(createEmulator().save()) }),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. It is JSON in a text: `save()` returns JSON already, so write it without `JSON.stringify`.',
  ],
  [
    'a saved world that is not one',
    () => createEmulator({ load: '{}' }),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned, not the name of a file.',
  ],
  [
    'a saved world that is not JSON',
    () => createEmulator({ load: 'world.json' }),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned, not the name of a file.',
  ],
  [
    'an instance key with a space',
    () => createEmulator({ instanceKey: 'my key' }),
    'Could not create an emulator: the instance key "my key" is not valid. Use letters, digits, hyphens and underscores.',
  ],
]
