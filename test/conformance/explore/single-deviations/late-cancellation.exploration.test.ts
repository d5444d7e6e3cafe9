import { lateCancellation } from '../../../../src/service/scenarios/late-cancellation.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(lateCancellation)
