import { courseFillsUp } from '../../../../src/service/scenarios/course-fills-up.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(courseFillsUp)
