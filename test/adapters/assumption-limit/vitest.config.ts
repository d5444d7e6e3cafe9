/** Runs the tests whose assumptions are added up. */
import main from '../../../vitest.config.ts'

const { MAX_ASSUMED, USAGE, ASSUMPTIONS } = process.env
const limit = MAX_ASSUMED === undefined ? {} : { maxAssumed: Number(MAX_ASSUMED) }

export default {
  ...main,
  test: {
    ...main.test,
    include: ['adapters/assumption-limit/*.sample.ts'],
    reporters: [
      'default',
      [
        'course-admin-emulator/reporter',
        {
          ...limit,
          ...(USAGE && { usage: true }),
          ...(ASSUMPTIONS && { assumptions: ASSUMPTIONS }),
        },
      ],
    ],
  },
}
