import { courseFillsUp } from '../../../src/scenarios/stories/course-fills-up.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(courseFillsUp)
