/** The command `course-admin-emulator capacity`: measures whether a synchronization fits into its window. */
import { writeFileSync } from 'node:fs'
import { type CapacityOptions, sizeMax } from '../../conformance/capacity/capacity-options.ts'
import { measureCapacity } from '../../conformance/capacity/measure-capacity.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { assertWritable } from './command-line.ts'
import { argumentErrorOf, integerFrom, parseArguments } from './arguments.ts'
import { loadIntegrationModule } from './integration-module.ts'
import type { CommandEnvironment } from './scenario-command.ts'

const options = {
  app: { type: 'string' },
  sizes: { type: 'string' },
  target: { type: 'string' },
  window: { type: 'string' },
  'read-ms': { type: 'string' },
  'write-ms': { type: 'string' },
  'no-confirm': { type: 'boolean' },
  json: { type: 'string' },
  svg: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const badArguments = argumentErrorOf('measure the capacity')

const usage = `Usage: course-admin-emulator capacity --app FILE [options]

Runs the synchronization of your integration at small sizes, predicts its calls and its duration at
the target, and confirms them with a full run. The exit code is 0 if the target fits into the window,
1 if it does not, and 2 if the synchronization could not be measured.

  --app FILE        module that exports \`connect\`, by name or as the default. It may export
                    \`given(emulator, size)\`, which creates the data of one size, and \`noun\`, the
                    plural of what the size counts, as the options of measureCapacity. Without
                    \`given\`, there are as many users, and no other records: no enrollments,
                    no courses
  --sizes N,N,N     numbers of records in the small runs, smallest first (100,200,400)
  --target N        number of records to predict (100000)
  --window TIME     time that the synchronization may take, such as 4h or 90m (4h)
  --read-ms N       time of each response to GET and HEAD, in milliseconds (0)
  --write-ms N      time of each other response, in milliseconds (0)
  --no-confirm      do not run the target
  --json FILE       write the result as JSON
  --svg FILE        write the chart as SVG
  --help
`

/**
 * Returns the exit code: 0 if the target fits into the window, otherwise 1.
 *
 * @throws EmulatorError for an invalid argument, and if the synchronization could not be measured
 */
export async function capacityCommand(
  args: readonly string[],
  { stdout, stderr }: Pick<CommandEnvironment, 'stdout' | 'stderr'>,
): Promise<0 | 1> {
  const { values, positionals } = parseArguments(args, options, 'capacity --help')
  if (values.help) return (stdout(usage), 0)
  if (positionals[0] !== undefined)
    throw badArguments(`"${positionals[0]}" is not an option`, 'See capacity --help.')
  const { app, json, svg } = values
  if (app === undefined)
    throw badArguments('the integration is missing', 'Add --app, such as --app ./integration.ts.')
  const measured = measuredOptions(values)
  for (const file of [json, svg]) if (file !== undefined) assertWritable(file)
  const { connect, named } = await loadIntegrationModule(app)
  const { given, noun } = named as Pick<CapacityOptions, 'given' | 'noun'>
  const progress = runLines(noun ?? 'users', stderr)
  const data = { ...(given !== undefined && { given }), ...(noun !== undefined && { noun }) }
  const capacity = await measureCapacity(connect, { ...measured, ...data, progress })
  const write = (file: string | undefined, text: () => string): void => {
    if (file === undefined) return
    writeFileSync(file, text())
    stderr(`Wrote ${file}\n`)
  }
  write(json, () => `${JSON.stringify(capacity, null, 2)}\n`)
  write(svg, () => capacity.toSvg())
  stdout(`${capacity.text}\n`)
  return capacity.fits ? 0 : 1
}

type ArgumentValues = ReturnType<typeof parseArguments<typeof options>>['values']

/** @throws EmulatorError for an invalid number */
function measuredOptions(values: ArgumentValues): CapacityOptions {
  const { sizes, target, window } = values
  const numberOf = (name: 'read-ms' | 'write-ms'): number =>
    integerFrom(name, values[name] ?? '0', 0, 86_400_000)
  return {
    ...(sizes !== undefined && {
      sizes: sizes.split(',').map((size) => integerFrom('sizes', size.trim(), 1, sizeMax)),
    }),
    ...(target !== undefined && { target: integerFrom('target', target, 1, sizeMax) }),
    ...(window !== undefined && { window }),
    latency: { readMs: numberOf('read-ms'), writeMs: numberOf('write-ms') },
    confirm: !values['no-confirm'],
  }
}

/** Prints the size and the reason of each run. */
const runLines =
  (noun: string, stderr: (text: string) => void): NonNullable<CapacityOptions['progress']> =>
  (size, reason) =>
    stderr(`Running ${formatThousands(size)} ${noun} ${reason}\n`)
