import { failedCallBeforeEmailChange } from '../../../src/scenarios/stories/failed-call-before-email-change.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(failedCallBeforeEmailChange)
