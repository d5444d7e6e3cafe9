/** The option `world`: finds a world by name and validates a custom world. */
import { type World, worldOptions } from '../../kit/rows/world.ts'
import { readOptions } from '../../errors/options.ts'
import {
  assertKnownName,
  assertValue,
  isObject,
  quoteValue,
  wholeNumberCheck,
} from '../../errors/argument-checks.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import type { WorldName } from '../../service-types.ts'

export function worldFrom(world: WorldName | World | undefined, service: ServiceDefinition): World {
  const { worlds, worldDefault } = service
  const given: string | World = world === undefined ? worldDefault : world
  if (typeof given !== 'string') return checkedWorld(given, service)
  const found = Object.hasOwn(worlds, given) ? worlds[given] : undefined
  if (found) return found
  if (/\.\w+$/.test(given))
    throw new EmulatorError('unknown_world', {
      action: `find the world "${given}"`,
      reason: 'it is the name of a file, and no world',
      advice: 'Read the file of a saved world, and give its text as the option `load`.',
    })
  throw unknownNameError('world', given, Object.keys(worlds))
}

/** The maximum number of rows of one resource in a world. */
const amountMax = 1_000_000

/** Validates a custom world: its keys, its size and the names of resources in `amounts`. */
function checkedWorld(world: World, { catalog, worlds, locales }: ServiceDefinition): World {
  const known = [...catalog.resources.keys()]
  if (!isObject(world)) {
    throw badWorld(
      `${quoteValue(world)} is not a world`,
      `Give the name of a world: ${Object.keys(worlds).join(', ')}.`,
    )
  }
  const resource = Object.keys(world).find((key) => known.includes(key))
  if (resource !== undefined)
    throw badWorld(
      `"${resource}" is a resource`,
      `Give { name: "mine", size: "none", amounts: { ${resource}: 5 } }. Your own records come from \`given\`, such as in \`prepare\`.`,
    )
  const { name }: Readonly<Record<string, unknown>> = world
  if (typeof name !== 'string')
    throw badWorld(
      'it has no name',
      `Give an object such as { name: "mine", size: "none", amounts: { ${catalog.examples.resource}: 5 } }.`,
    )
  const action = `create the world "${name}"`
  const { amounts = {}, locale } = readOptions(worldOptions, world, { action, code: 'bad_world' })
  if (locale !== undefined) assertKnownName('locale', locale, locales, action)
  for (const [resource, amount] of Object.entries(amounts)) {
    if (!known.includes(resource)) throw unknownNameError('resource', resource, known, action)
    assertValue(amount, wholeNumberCheck(0, amountMax), {
      code: 'bad_world',
      action,
      name: resource,
    })
  }
  return world
}

const badWorld = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_world', { action: 'create the world', reason, advice })
