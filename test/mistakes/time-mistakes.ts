/** Common mistakes with times, each with the call and the message that it must cause. */
import { createEmulator } from 'course-admin-emulator'
import { any, call, type Mistake } from './mistake.ts'

export const timeMistakes: readonly Mistake[] = [
  [
    'a duration in words',
    ({ advance }) => advance('5 minutes'),
    'Could not advance the clock: "5 minutes" is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m".',
  ],
  [
    'a duration without a unit',
    ({ advance }) => advance('5'),
    'Could not advance the clock: "5" is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m".',
  ],
  [
    'milliseconds without a unit',
    ({ advance }) => advance(any(500)),
    'Could not advance the clock: 500 is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m", or { "ms": 250 }.',
  ],
  [
    'a negative duration',
    ({ advance }) => advance({ ms: -1 }),
    'Could not advance the clock: {"ms":-1} is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m", or { "ms": 250 }.',
  ],
  [
    'no duration',
    ({ advance }) => advance(any(undefined)),
    'Could not advance the clock: undefined is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m", or { "ms": 250 }.',
  ],
  [
    'an advance by a Date',
    ({ advance }) => advance(any(new Date('2026-03-01'))),
    'Could not advance the clock: a Date is a time, and no duration. Give { to: time }.',
  ],
  [
    'an advance by a day',
    ({ advance }) => advance(any('2026-03-01')),
    'Could not advance the clock: "2026-03-01" is a time, and no duration. Give { to: time }.',
  ],
  [
    'a settle with a duration',
    (emulator) => call(emulator.settle, '5m'),
    'Could not call `settle`: there are too many arguments: "5m". A duration belongs to `advance`: advance("5m").',
  ],
  [
    'a settle with options',
    (emulator) => call(emulator.settle, { limit: '5m' }),
    'Could not call `settle`: there are too many arguments: {"limit":"5m"}. It takes none.',
  ],
  [
    'an advance with a step',
    (emulator) => call(emulator.advance, '5m', '1m'),
    'Could not call `advance`: there are too many arguments: "1m". It takes one.',
  ],
  [
    'a reset to a world',
    (emulator) => call(emulator.reset, { world: 'demo' }),
    'Could not call `reset`: there are too many arguments: {"world":"demo"}. It takes none.',
  ],
  [
    'a time in the past',
    ({ advance }) => advance({ to: '2020-01-01' }),
    'Could not advance the clock: 2020-01-01T00:00:00.000Z is before 2026-01-05T09:00:00.000Z. The clock only moves forward. Restore a snapshot to go back.',
  ],
  [
    'a time that is not a date',
    ({ advance }) => advance({ to: 'Monday' }),
    'Could not advance the clock: "Monday" is not a valid time. Give a Date, or a string such as "2026-03-01T09:00:00.000Z".',
  ],
  [
    'a time as a number',
    ({ advance }) => advance({ to: any(5) }),
    'Could not advance the clock: 5 is not a valid time. Give a Date, or a string such as "2026-03-01T09:00:00.000Z".',
  ],
  [
    'a sleep in words',
    ({ sleep }) => sleep('a minute'),
    'Could not sleep: "a minute" is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m".',
  ],
  [
    'no timers',
    ({ shareTime }) => shareTime(any(undefined)),
    'Could not share the time of fake timers: undefined is not fake timers. Pass `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of `@sinonjs/fake-timers`.',
  ],
  [
    'the result of useFakeTimers of a stub',
    ({ shareTime }) => shareTime(any({ useFakeTimers: true })),
    'Could not share the time of fake timers: {"useFakeTimers":true} is not fake timers. Pass `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of `@sinonjs/fake-timers`.',
  ],
  [
    'work that waits for nothing',
    ({ run }) => run(() => new Promise(() => undefined)),
    'Could not run the work: it has not settled, and no delivery, sleep or shared timer is due. The work waits for something that the emulator does not control. Share its timers with `emulator.shareTime(vi)` (`jest`, or `t.mock.timers` of `node:test`), or use `emulator.sleep`.',
  ],
  [
    'work that waits longer than its limit',
    ({ run, sleep }) => run(() => sleep('2d'), { limit: '1d' }),
    'Could not run the work: it has not settled after 1d on the emulator\'s clock. Pending: the end of a sleep at 2026-01-07 09:00:00. Give a longer limit, such as `{ limit: "30d" }`, if the work takes that long.',
  ],
  [
    'work that is not a function',
    ({ run }) => run(any(7)),
    'Could not run the work: the work is 7. Pass a function, such as `emulator.run(() => app.sync())`.',
  ],
  [
    'a run with a misspelt option',
    ({ run }) => run(() => 1, any({ limt: '1d' })),
    'Could not run the work: there is no key "limt". Did you mean "limit"?',
  ],
  [
    'a run with a wrong limit',
    ({ run }) => run(() => 1, { limit: 'a week' }),
    'Could not run the work: "a week" is not a valid duration. Give a sum of w, d, h, m, s and ms, such as "1h30m".',
  ],
  [
    'work that never ends',
    ({ run }) => run(() => new Promise(() => undefined)),
    'Could not run the work: it has not settled, and no delivery, sleep or shared timer is due. The work waits for something that the emulator does not control. Share its timers with `emulator.shareTime(vi)` (`jest`, or `t.mock.timers` of `node:test`), or use `emulator.sleep`.',
  ],
  [
    'a tracked value',
    ({ track }) => track(any(7)),
    'Could not track the work: 7 is not a promise. Pass the promise that an asynchronous function returns.',
  ],
  [
    'a snapshot of another emulator',
    ({ restore }) => restore(createEmulator({ world: 'empty' }).snapshot()),
    'Could not restore a snapshot: it is a copy, or it belongs to an unrelated emulator. Give the object that `snapshot()` of this emulator or of one of its forks returned, or the text of `save()`.',
  ],
  [
    'a copy of a snapshot',
    ({ restore, snapshot }) => restore(JSON.parse(JSON.stringify(snapshot()))),
    'Could not restore a snapshot: it is a copy, or it belongs to an unrelated emulator. Give the object that `snapshot()` of this emulator or of one of its forks returned, or the text of `save()`.',
  ],
  [
    'a world from a file name',
    ({ restore }) => restore('world.json'),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned, not the name of a file.',
  ],
]
