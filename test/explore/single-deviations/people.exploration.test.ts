import { peopleCases } from '../../scenarios/cases/people.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(peopleCases)
