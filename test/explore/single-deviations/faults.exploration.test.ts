import { faultCases } from '../../scenarios/cases/faults.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(faultCases)
