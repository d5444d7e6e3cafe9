import { lmsFirstSync } from '../../../src/scenarios/stories/lms-first-sync.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(lmsFirstSync)
