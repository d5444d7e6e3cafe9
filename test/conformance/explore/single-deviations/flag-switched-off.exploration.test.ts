import { flagSwitchedOff } from '../../../../src/service/scenarios/flag-switched-off.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(flagSwitchedOff)
