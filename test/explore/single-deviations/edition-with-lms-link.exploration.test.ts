import { editionWithLmsLink } from '../../../src/scenarios/stories/edition-with-lms-link.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(editionWithLmsLink)
