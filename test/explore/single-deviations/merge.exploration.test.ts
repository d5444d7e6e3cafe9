import { merge } from '../../../src/scenarios/stories/merge.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(merge)
