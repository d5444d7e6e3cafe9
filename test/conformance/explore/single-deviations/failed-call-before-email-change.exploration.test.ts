import { failedCallBeforeEmailChange } from '../../../../src/service/scenarios/failed-call-before-email-change.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(failedCallBeforeEmailChange)
