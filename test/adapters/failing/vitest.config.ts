/** Runs the tests that must fail. */
import main from '../../../vitest.config.ts'

export default { ...main, test: { ...main.test, include: ['adapters/failing/*.failing.ts'] } }
