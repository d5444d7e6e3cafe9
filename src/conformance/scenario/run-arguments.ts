/** Checks the scenario, the integration and the options that a caller gives. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import {
  functionCheck,
  isObject,
  isPromise,
  quoteValue,
} from '../../engine/errors/argument-checks.ts'
import { isNodeHandler } from '../../engine/deliver/receiver-response.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { editDistance } from '../../engine/errors/near-names.ts'
import {
  type Named,
  option,
  type OptionErrors,
  type OptionsOf,
  readOptions,
  type ValuesOf,
} from '../../engine/errors/options.ts'
import type { EventName } from '../../service/generated/rows.ts'
import type { Connect, Integration } from './integration.ts'

/** @throws EmulatorError if a value is not a scenario, or another one is not an integration */
export function assertRunArguments(scenario: unknown, connect: unknown, action: string): void {
  const code = 'bad_run'
  if (isScenario(scenario)) {
    if (typeof connect === 'function')
      assertNoNodeHandler(connect, 'the integration', { code, action })
    else assertIntegration(connect, { code, action })
    return
  }
  throw new EmulatorError(code, {
    action,
    ...(isScenario(connect)
      ? {
          reason: 'the integration comes before the scenario',
          advice: 'Give the scenario first.',
        }
      : { reason: `${quoteValue(scenario)} is not a scenario`, advice: scenarioAdvice(scenario) }),
  })
}

/** @throws EmulatorError if a value is not a function that creates the integration of a run */
export function assertConnect(value: unknown, errors: IntegrationError): asserts value is Connect {
  if (typeof value === 'function') return assertNoNodeHandler(value, 'the integration', errors)
  assertIntegration(value, errors)
  throw new EmulatorError(errors.code, {
    action: errors.action,
    reason: 'the integration is an object, which all runs would share',
    advice: 'Give a function that creates it for each run: ({ baseUrl, token, fetch }) => ({ … }).',
  })
}

export const isScenario = (value: unknown): value is Scenario =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['script'] === 'function'

/** What to give instead of another value. */
function scenarioAdvice(value: unknown): string {
  if (typeof value === 'string')
    return "Import it from 'course-admin-emulator/scenarios', such as `mergeDuringOutage` for merge-during-outage. The command `run --list` lists those of the package."
  const check = value === undefined ? 'Check the name of its import, or use' : 'Use'
  return `${check} \`scenario(name, script)\`.`
}

/** The functions of an integration that a run uses. */
const partNames = ['fetch', 'resync', 'state', 'effects', 'problems'] as const

/** Other names for the webhook endpoint. */
const endpointNames = ['handle', 'handler', 'handleWebhook', 'onWebhook', 'onEvent', 'webhook']

/** The members of an integration that are easily given as options. */
const memberNames: readonly string[] = [...partNames, 'ignore', 'commute', 'pollEvery', 'stop']

/** Whether a name is a member of an integration. */
export const isMember = (name: string): boolean => memberNames.includes(name)

/** The error of an option that is a member of the integration. */
export const misplacedMember: NonNullable<OptionErrors['misplaced']> = (name) =>
  isMember(name)
    ? {
        reason: `"${name}" is a member of the integration`,
        advice: `Return \`${name}\` from \`connect\`.`,
      }
    : undefined

interface IntegrationError {
  readonly code: string
  readonly action: string
}

function assertNoNodeHandler(
  value: unknown,
  subject: string,
  { code, action }: IntegrationError,
): void {
  if (!isNodeHandler(value)) return
  throw new EmulatorError(code, {
    action,
    reason: `${subject} is an app or a handler of \`node:http\``,
    advice: `Give a function of a \`Request\`, or let the app listen. ${addressAdvice}`,
  })
}

const addressAdvice =
  'Give its address: runScenario(scenario, {}, { url }), or --to of the commands `check` and `explore`.'

/**
 * An object without a part of an integration would receive no delivery, and the run would pass. An empty object
 * stands for an integration that the emulator does not call.
 *
 * @throws EmulatorError if a value is not an integration
 */
export function assertIntegration(
  value: unknown,
  { code, action }: IntegrationError,
): asserts value is Integration {
  const refuse = (reason: string, advice: string): never => {
    throw new EmulatorError(code, { action, reason, advice })
  }
  // Note: an app of Fastify is a promise too.
  assertNoNodeHandler(value, 'the integration', { code, action })
  if (isPromise(value)) refuse('the integration is a promise', 'Await it.')
  if (!isObject(value)) {
    const isAddress = typeof value === 'string' && URL.canParse(value)
    const advice = isAddress
      ? addressAdvice
      : 'Give an object with a `fetch` method, or a function that returns one.'
    return refuse(`${quoteValue(value)} is not an integration`, advice)
  }
  const given = partNames.filter((name) => value[name] !== undefined)
  const misspelt = misspeltMemberIn(value)
  if (misspelt) {
    const { name, meant } = misspelt
    refuse(`the integration has \`${name}\``, `Did you mean \`${meant}\`?`)
  }
  const { ignore } = value
  if (ignore !== undefined && !isTextList(ignore)) {
    const reason = `\`ignore\` of the integration is ${quoteValue(ignore)}`
    refuse(reason, "Give a list of paths within the state, such as ['*.synced_at'].")
  }
  if (value['pollEvery'] !== undefined && value['resync'] === undefined)
    refuse('the integration has `pollEvery`, and no `resync`', 'Return `resync`, which polls.')
  assertNoNodeHandler(value['fetch'], '`fetch` of the integration', { code, action })
  const wrong = given.find((name) => typeof value[name] !== 'function')
  if (wrong !== undefined) {
    const reason = `\`${wrong}\` of the integration is ${quoteValue(value[wrong])}`
    refuse(reason, 'Give a function.')
  }
  const endpoint = endpointNames.find((name) => typeof value[name] === 'function')
  if (given.length > 0 && value['fetch'] === undefined && endpoint !== undefined) {
    const reason = `the integration has \`${endpoint}\`, and no \`fetch\``
    refuse(reason, 'Return the webhook endpoint as `fetch`.')
  }
  const [other] = given.length > 0 ? [] : otherNamesIn(value)
  if (other === undefined) return
  const advice =
    other === 'connect'
      ? 'Give the function `connect` itself, and options after it.'
      : other === 'url'
        ? addressAdvice
        : 'Return an object with `fetch`, the webhook endpoint.'
  refuse(
    `the integration has \`${other}\`, and none of \`fetch\`, \`resync\`, \`state\`, \`effects\` and \`problems\``,
    advice,
  )
}

/** A member whose name is one letter, or capitals, away from one that the integration does not have. */
function misspeltMemberIn(
  value: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly meant: string } | undefined {
  const absent = memberNames.filter((name) => value[name] === undefined)
  for (const name of Object.keys(value)) {
    if (value[name] === undefined) continue
    const meant = absent.find((each) => editDistance(each.toLowerCase(), name.toLowerCase()) <= 1)
    if (meant !== undefined) return { name, meant }
  }
  return undefined
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The names of the members of an object or of its class, without those that an integration may have alone. */
function otherNamesIn(value: object): string[] {
  const names = [...Object.keys(value), ...methodNamesOf(Object.getPrototypeOf(value) as object)]
  return names.filter((name) => name !== 'stop')
}

const methodNamesOf = (prototype: object | null): string[] =>
  prototype === null || prototype === Object.prototype
    ? []
    : Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')

/** The options of a scenario run. */
const runOptions = {
  /** The emulator, in this process. Default: a new emulator with the options of the scenario. */
  emulator: option<Emulator>(assertEmulator),
  /**
   * The address of the webhook endpoint. Default: `https://integration.test/hooks` if the integration has a
   * `fetch`. Otherwise no webhook is added, and only existing webhooks receive events.
   */
  url: option<string>(),
  /**
   * The secret of the integration's webhook: `whsec_` and base64. Default: the secret of an existing webhook
   * at the address, otherwise derived from the seed.
   */
  secret: option<string>(),
  /**
   * The events that the webhook subscribes to. Default: the events of an existing webhook at the address,
   * otherwise all.
   */
  events: option<readonly EventName[]>(),
  /** Called with the text of each step when it begins. Default: none. */
  onStep: option<(text: string) => void>(functionCheck),
  /** Waits for work that the emulator cannot track, such as work of another process. Default: none. */
  drain: option<() => Promise<void>>(functionCheck),
}

/** Options of a scenario run. */
export interface RunOptions extends OptionsOf<typeof runOptions>, Named {}

/** @throws EmulatorError for an unknown option, or an emulator of another process */
export const runOptionsFrom = (
  options: RunOptions,
  action: string,
): ValuesOf<typeof runOptions> => {
  assertNoEmulator(options, action, 'Give it as an option: { emulator }.')
  return readOptions(runOptions, options, { action, code: 'bad_run', misplaced: misplacedMember })
}

/** @throws EmulatorError for an emulator in the place of options */
export function assertNoEmulator(options: unknown, action: string, advice: string): void {
  if (!isObject(options) || !contextOf(options as never)) return
  throw new EmulatorError('bad_run', { action, reason: 'the options are an emulator', advice })
}

function assertEmulator(emulator: unknown, { action }: { readonly action: string }): void {
  if (isObject(emulator) && contextOf(emulator as never)) return
  throw new EmulatorError('bad_run', {
    action,
    reason: '`emulator` is not an emulator of this process',
    advice: 'Give a result of `createEmulator`, or leave out `emulator`.',
  })
}
