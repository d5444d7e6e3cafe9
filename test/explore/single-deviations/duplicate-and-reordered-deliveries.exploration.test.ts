import { duplicateAndReorderedDeliveries } from '../../../src/scenarios/stories/duplicate-and-reordered-deliveries.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(duplicateAndReorderedDeliveries)
