/** The options of the reporter. */
import { emulatorReporter } from 'course-admin-emulator/reporter'
import { expect, test } from 'vitest'

test.each([null, 4, 'usage'])('options that are %j are refused with advice', (options) => {
  expect(() => emulatorReporter(options as never)).toThrow(
    `Could not create the reporter: the options are ${JSON.stringify(options)}. Give an object such as`,
  )
})
