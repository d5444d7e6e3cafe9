/** An exploration finds each integration that handles a failed, slow or truncated response incorrectly. */
import { incorrectIntegrations } from './incorrect-integrations.ts'
import { testIncorrectIntegrations } from './incorrect-integrations.suite.ts'

testIncorrectIntegrations(incorrectIntegrations.filter(({ kind }) => kind === 'requests'))
