import { flagSwitchedOff } from '../../../src/scenarios/stories/flag-switched-off.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(flagSwitchedOff)
