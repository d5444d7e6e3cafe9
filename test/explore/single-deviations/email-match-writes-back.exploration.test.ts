import { emailMatchWritesBack } from '../../../src/scenarios/stories/email-match-writes-back.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(emailMatchWritesBack)
