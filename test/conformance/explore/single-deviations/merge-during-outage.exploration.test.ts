import { mergeDuringOutage } from '../../../../src/service/scenarios/merge-during-outage.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeDuringOutage)
