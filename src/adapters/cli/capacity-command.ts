/** The command `capacity`: measures whether a synchronization fits into its window. */
import {
  type CapacityOptions,
  measureAction,
  sizeMax,
} from '../../conformance/capacity/capacity-options.ts'
import { measureCapacity } from '../../conformance/capacity/measure-capacity.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { argumentError, defineCommand } from './command.ts'
import { integerFlag, pick, switchFlag, textFlag, under } from './flag.ts'
import { loadIntegrationModule } from './integration-module.ts'
import { assertResultFiles, fileFlag, jsonFlag, jsonText, writeResults } from './results.ts'
import { defined } from '../../engine/errors/defined.ts'

const milliseconds = (help: string) =>
  integerFlag('N', `time of ${help}, in milliseconds`, { range: [0, 86_400_000], default: 0 })

const latencyFlags = {
  readMs: milliseconds('each response to GET and HEAD'),
  writeMs: milliseconds('each other response'),
}

/** Their values are options of a measurement. */
const measureFlags = {
  target: integerFlag('N', 'number of records', { range: [1, sizeMax], default: 100_000 }),
  window: textFlag('TIME', 'time that the synchronization may take, such as 4h or 90m', {
    default: '4h',
  }),
  largest: switchFlag('do not search the largest size', { name: 'no-largest' }, false),
}

const resultFlags = under('Result', { json: jsonFlag(), svg: fileFlag('write the chart as SVG') })

export const capacityCommand = defineCommand({
  name: 'capacity',
  usage: ['--app FILE [options]'],
  about: `Runs the synchronization of your integration with as many records as the target, on the
clock of the emulator. Prints its calls, its waits for the rate limit and its duration, and runs
other sizes until it knows the largest one that fits into the window.

The module may also export \`given(emulator, size)\`, which creates the data of one size, and
\`noun\`, the plural of what the size counts, as the options of measureCapacity. Without \`given\`,
there are as many users, and no other records: no enrollments, no courses.

The exit code is 0 if the target fits into the window, 1 if it does not, and 2 if the
synchronization could not be measured.`,
  flags: {
    app: textFlag('FILE', 'module that exports `connect`, by name or as the default'),
    ...measureFlags,
    ...latencyFlags,
    ...resultFlags,
  },
  examples: [
    ['--app ./integration.config.ts', 'measure the synchronization of 100,000 users'],
    [
      '--app ./integration.config.ts --target 50000 --window 90m --read-ms 80 --write-ms 150',
      'measure a smaller one, with the response times of a real service',
    ],
  ],
  async perform({ values }, environment) {
    const { app } = values
    if (app === undefined) {
      const advice = 'Add --app, such as --app ./integration.ts.'
      throw argumentError('the integration is missing', advice, measureAction)
    }
    const files = pick(values, resultFlags)
    assertResultFiles(files)
    const { connect, named } = await loadIntegrationModule(app)
    const { given, noun } = named as Pick<CapacityOptions, 'given' | 'noun'>
    const signal = environment.cancellation?.()
    const capacity = await measureCapacity(connect, {
      ...pick(values, measureFlags),
      ...defined({ given, noun }),
      latency: pick(values, latencyFlags),
      ...(signal && { signal }),
      progress: (size, reason) =>
        environment.stderr(`Running ${formatThousands(size)} ${noun ?? 'users'} ${reason}\n`),
    })
    const formats = { json: () => jsonText(capacity), svg: () => capacity.toSvg() }
    writeResults(files, formats, `${capacity.text}\n`, environment)
    return capacity.fits ? 0 : 1
  },
})
