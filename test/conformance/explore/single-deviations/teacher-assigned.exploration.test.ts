import { teacherAssigned } from '../../../../src/service/scenarios/teacher-assigned.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(teacherAssigned)
