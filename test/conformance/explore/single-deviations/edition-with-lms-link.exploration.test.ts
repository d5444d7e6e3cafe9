import { editionWithLmsLink } from '../../../../src/service/scenarios/edition-with-lms-link.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(editionWithLmsLink)
