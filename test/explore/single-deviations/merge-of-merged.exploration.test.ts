import { mergeOfMerged } from '../../../src/scenarios/stories/merge-of-merged.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeOfMerged)
