import { principalIdMoves } from '../../../../src/service/scenarios/principal-id-moves.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(principalIdMoves)
