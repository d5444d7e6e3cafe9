import { lmsFirstSync } from '../../../../src/service/scenarios/lms-first-sync.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(lmsFirstSync)
