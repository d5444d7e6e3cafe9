/** The flag `--assume`, which switches assumptions. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { AssumptionOverrides } from '../../engine/model/settings.ts'
import { assumptionPresets } from '../../service/assumption-presets.ts'
import { listFlag } from './flag.ts'

/**
 * Values of the form `ID=ALTERNATIVE`, or the name of a preset. The emulator checks the ids and names when it is
 * created.
 */
export const assumeFlag = listFlag(
  'ID=NAME',
  'switch an assumption to an alternative, or --assume lenient',
  assumptionsFrom,
  { name: 'assume' },
)

/** @throws EmulatorError for an argument of another form, or an id that is given twice */
function assumptionsFrom(args: readonly string[]): AssumptionOverrides {
  const alternatives = new Map<string, string>()
  for (const text of args) {
    const isPreset = /^[\w-]+$/.test(text)
    const [, id, name] = isPreset ? ['', 'preset', text] : (/^([^=]+)=(.+)$/.exec(text) ?? [])
    if (id === undefined || name === undefined) {
      throw badAssumption(text, 'an assumption needs an id and an alternative')
    }
    if (Object.hasOwn(assumptionPresets, id))
      throw badAssumption(
        text,
        `"${id}" is a preset and has no alternatives`,
        `Give --assume ${id}.`,
      )
    if (alternatives.has(id)) throw badAssumption(text, `"${id}" is given twice`)
    alternatives.set(id, name)
  }
  return Object.fromEntries(alternatives) as AssumptionOverrides
}

const form =
  'Use --assume ID=ALTERNATIVE, such as --assume enrollment.cancel.from=alternative, or --assume lenient.'

const badAssumption = (text: string, reason: string, advice = form): EmulatorError =>
  new EmulatorError('bad_arguments', { action: `use --assume ${text}`, reason, advice })
