import { teacherAssigned } from '../../../src/scenarios/stories/teacher-assigned.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(teacherAssigned)
