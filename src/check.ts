/**
 * Checks an integration: a report card of 48 checks in eight groups.
 *
 * @example
 * import { checkIntegration } from 'course-admin-emulator/check'
 *
 * const card = await checkIntegration(connect)
 * console.log(card.text)
 *
 * @module
 */
export { checkIntegration } from './check/check-integration.ts'
export type { CheckOptions, CheckProgress } from './check/check-options.ts'
export type { CheckGroup } from './check/check-definition.ts'
export type { CheckVerdict } from './check/check-verdict.ts'
export type { CheckResult } from './check/check-result.ts'
export type { ReportCard, ReportCardJson } from './check/report-card.ts'
export type { Connect, Connection, Integration } from './scenarios/integration.ts'
export type { IntegrationStorage } from './scenarios/storage.ts'
