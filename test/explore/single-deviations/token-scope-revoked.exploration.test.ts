import { tokenScopeRevoked } from '../../../src/scenarios/stories/token-scope-revoked.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(tokenScopeRevoked)
