import { lateCancellation } from '../../../src/scenarios/stories/late-cancellation.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(lateCancellation)
