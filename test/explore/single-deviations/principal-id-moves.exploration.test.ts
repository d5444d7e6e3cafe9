import { principalIdMoves } from '../../../src/scenarios/stories/principal-id-moves.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(principalIdMoves)
