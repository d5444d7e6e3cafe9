import { mergeCases } from '../../scenarios/cases/merge.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeCases)
