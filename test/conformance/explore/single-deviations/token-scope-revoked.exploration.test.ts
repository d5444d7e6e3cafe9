import { tokenScopeRevoked } from '../../../../src/service/scenarios/token-scope-revoked.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(tokenScopeRevoked)
