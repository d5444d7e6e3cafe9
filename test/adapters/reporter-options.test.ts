/** The options of the reporter. */
import { emulatorReporter } from 'course-admin-emulator/reporter'
import { expect, test } from 'vitest'

test.each([null, 4, 'usage'])('options that are %j are refused with advice', (options) => {
  expect(() => emulatorReporter(options as never)).toThrow(
    `Could not create the reporter: the options are ${JSON.stringify(options)}. Give an object such as`,
  )
})

test.each([
  [{ maxAssumd: 4 }, 'there is no key "maxAssumd". Did you mean "maxAssumed"?'],
  [{ maxAssumptions: 4 }, 'there is no key "maxAssumptions". Did you mean "maxAssumed"?'],
  [{ maxAssumed: 'four' }, '"maxAssumed" is "four". Give a whole number from 0.'],
  [{ maxAssumed: NaN }, '"maxAssumed" is NaN. Give a whole number from 0.'],
  [{ maxAssumed: -1 }, '"maxAssumed" is -1. Give a whole number from 0.'],
  [{ usage: 'yes' }, '"usage" is "yes". Give true or false.'],
])('the options %j are refused', (options, reason) => {
  expect(() => emulatorReporter(options as never)).toThrow(reason)
})

test('the limit 0 and an option without a value are accepted', () => {
  expect(() => emulatorReporter({ maxAssumed: 0 })).not.toThrow()
  expect(() => emulatorReporter({ maxAssumed: undefined } as never)).not.toThrow()
})

test('options beside the reporter, and not in its pair, are refused', () => {
  const onInit = (reporters: unknown[]) => () =>
    emulatorReporter().onInit?.({ config: { reporters } } as never)
  const name = 'course-admin-emulator/reporter'
  expect(onInit([['default', {}], [name, {}], { maxAssumed: 1 }])).toThrow(
    'Could not create the reporter: "maxAssumed" stands beside the reporter. Give the options with the name: ["course-admin-emulator/reporter", { maxAssumed: 1 }].',
  )
  expect(onInit([['default', {}], [name, { maxAssumed: 1 }], { onInit }])).not.toThrow()
})
