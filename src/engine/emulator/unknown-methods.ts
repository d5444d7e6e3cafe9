/** The error for a member that an emulator does not have. */
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { endlessToken } from './token-checks.ts'
import { withUnknownMembers } from '../errors/unknown-members.ts'

/** What to use for a common guess. */
const otherPlaces: Readonly<Record<string, string>> = {
  ...forEach(
    ['revokeToken', 'removeToken', 'deleteToken'],
    'Remove its record: act.remove("api_keys", id), with the id from `rows("api_keys")`.',
  ),
  ...forEach(
    ['expireToken', 'refreshToken', 'invalidateToken'],
    `Tokens do not expire. ${endlessToken.advice}`,
  ),
  ...forEach(
    ['clearFaults', 'resetFaults', 'removeFaults', 'endFaults', 'clearFault', 'removeFault'],
    'End each of them: `fault` and `outage` return it, with `end()`. `reset()` ends all.',
  ),
  ...forEach(['print', 'log', 'dump', 'debug', 'toText'], 'Use `transcript()`, or `journal()`.'),
  ...forEach(['load', 'loadWorld'], 'Use `restore(saved)`, or the option `load`.'),
  ...forEach(['assume', 'assumption'], 'Use the option `assumptions` of a new emulator.'),
  ...forEach(['clock', 'time', 'timers'], 'Use `now`, `advance` and `settle`.'),
  ...forEach(['tick', 'wait', 'waitFor', 'flush', 'travel'], 'Use `advance("5m")` or `settle()`.'),
  ...forEach(
    ['create', 'add', 'insert', 'seed', 'make'],
    'Use `given` for data without events, or `act.create`.',
  ),
  ...forEach(['update', 'edit', 'patch'], 'Use `act.update`, or an act such as `act.updateUser`.'),
  ...forEach(
    ['delete', 'remove', 'destroy'],
    'Use `act.remove`, or an act such as `act.deleteUser`.',
  ),
  ...forEach(
    ['get', 'find', 'db', 'list', 'all'],
    '`given` makes records, `row` and `rows` read them.',
  ),
  ...forEach(['on', 'subscribe', 'webhook', 'webhooks', 'hook'], 'Use `receiver({ url })`.'),
  ...forEach(['url', 'host', 'endpoint', 'baseURL'], 'Use `baseUrl`.'),
  ...forEach(
    ['use', 'intercept', 'mock', 'respond', 'reply'],
    'The emulator answers by itself. `fault({ operation: …, with: { status: 503 } })` changes an answer.',
  ),
  ...forEach(
    ['start', 'server', 'listen'],
    'Use `handlers`, or `setupEmulator` of course-admin-emulator/node, which has `listen`.',
  ),
  ...forEach(['stop', 'dispose', 'end', 'shutdown'], 'Use `close`.'),
  ...forEach(['requests', 'history'], 'Use `received()`, or `journal({ kind: "request" })`.'),
  ...forEach(
    ['verify', 'verifyAll', 'assert', 'isDone'],
    'Use `received`, or the matcher `toHaveReceived` for each expected call.',
  ),
  // Note: only an emulator in another process lacks these.
  ...forEach(
    ['shareTime', 'sleep', 'handlers'],
    'Only an emulator of this process has it: use `advance`, or `createEmulator`.',
  ),
  ...forEach(['options', 'settings', 'config'], 'Give options to a new emulator.'),
}

function forEach(names: readonly string[], advice: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]))
}

/** The prototype of an emulator: an unknown member throws the error with the nearest one. */
export const emulatorPrototype: object = withUnknownMembers({}, (name, emulator) => {
  const action = `find \`emulator.${name}\``
  const reason = `an emulator has no "${name}"`
  if (Object.hasOwn(otherPlaces, name))
    return new EmulatorError('unknown_method', {
      action,
      reason,
      advice: otherPlaces[name] as string,
    })
  if (/^to[A-Z]/.test(name))
    return new EmulatorError('unknown_method', {
      action,
      reason: `${name} is no method of an emulator`,
      advice: `A matcher is one of \`expect\`: expect(emulator).${name}(…).`,
    })
  if (/^assert[A-Z]/.test(name))
    return new EmulatorError('unknown_method', {
      action,
      reason: `${name} is no method of an emulator`,
      advice: `An assertion is a function of course-admin-emulator/node: ${name}(emulator, …).`,
    })
  return unknownNameError('method', name, membersOf(emulator), action)
})

/** The public members of an emulator. */
function membersOf(emulator: object): string[] {
  const names: string[] = []
  for (
    let each: object | null = emulator;
    each !== null && each !== emulatorPrototype;
    each = Object.getPrototypeOf(each) as object | null
  )
    names.push(...Object.getOwnPropertyNames(each))
  return [...new Set(names)].filter((name) => name !== 'constructor')
}
