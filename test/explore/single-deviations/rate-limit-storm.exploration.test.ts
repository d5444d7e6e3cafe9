import { rateLimitStorm } from '../../../src/scenarios/stories/rate-limit-storm.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(rateLimitStorm)
