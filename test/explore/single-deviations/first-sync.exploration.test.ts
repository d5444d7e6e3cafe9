import { firstSyncCases } from '../../scenarios/cases/first-sync.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(firstSyncCases)
