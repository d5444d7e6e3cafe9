import { mergeOfMerged } from '../../../../src/service/scenarios/merge-of-merged.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeOfMerged)
