import { mergeDuringOutage } from '../../../src/scenarios/stories/merge-during-outage.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeDuringOutage)
