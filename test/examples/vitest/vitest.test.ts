/** Runs the example for Vitest. */
import '../../../examples/vitest/test/access.test.ts'
