/** Every emulator of the test suite checks its invariants after each advance of the clock. */
import { invariantChecks } from '../../src/engine/emulator/invariants.ts'

invariantChecks.isOn = true
