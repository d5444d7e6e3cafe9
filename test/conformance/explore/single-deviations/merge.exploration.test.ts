import { merge } from '../../../../src/service/scenarios/merge.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(merge)
