import { deletedUserMapping } from '../../../src/scenarios/stories/deleted-user-mapping.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(deletedUserMapping)
