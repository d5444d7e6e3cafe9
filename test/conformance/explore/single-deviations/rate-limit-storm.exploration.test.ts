import { rateLimitStorm } from '../../../../src/service/scenarios/rate-limit-storm.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(rateLimitStorm)
