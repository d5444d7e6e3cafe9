/**
 * Checks an integration: a report card of checks in eight groups.
 *
 * @example
 * import { checkIntegration } from 'course-admin-emulator/check'
 *
 * const card = await checkIntegration(connect)
 * console.log(card.text)
 *
 * @module
 */
import './adapters/testing/vitest-setup.ts'
export { checkIntegration } from './conformance/check/check-integration.ts'
export type { CheckOptions, CheckProgress } from './conformance/check/check-options.ts'
export type { CheckGroup } from './conformance/check/check-definition.ts'
export type { CheckVerdict } from './conformance/check/check-verdict.ts'
export type { CheckResult } from './conformance/check/check-result.ts'
export type { ReportCard, ReportCardJson } from './conformance/check/report-card.ts'
export type { Connect, Connection, Integration } from './conformance/scenario/integration.ts'
export type { IntegrationStorage, StorageTransaction } from './conformance/scenario/storage.ts'
