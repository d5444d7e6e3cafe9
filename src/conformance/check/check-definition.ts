/** The definition of a check of the report card. */
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { Finding } from './check-verdict.ts'
import type { CheckNeed } from './integration-part.ts'
import type { StoryRuns } from './story-runs.ts'

/** The name of a group of checks. */
export type CheckGroup =
  | 'receiving'
  | 'ordering'
  | 'reconciliation'
  | 'write safety'
  | 'limits'
  | 'paging'
  | 'rights and privacy'
  | 'time'

/** The groups of checks, in the order of the report card. */
export const checkGroups: readonly CheckGroup[] = [
  'receiving',
  'ordering',
  'reconciliation',
  'write safety',
  'limits',
  'paging',
  'rights and privacy',
  'time',
]

/** A check: a story, and what an integration must do in it. */
export interface CheckDefinition {
  /** The id: small letters and hyphens, such as `redelivered-id`. */
  readonly id: string
  readonly group: CheckGroup
  /** Why the check matters, as one sentence. */
  readonly why: string
  /** What the integration must do, as sentences. */
  readonly must: string
  /** The story. Some checks also run variants of it. */
  readonly story: Scenario
  /** What the check uses of the integration. Without one of them it is not applicable. */
  readonly needs: readonly CheckNeed[]
  /** Runs the story and judges the integration. */
  perform(runs: StoryRuns): Promise<Finding>
}

/** A group of checks without the name of the group, as the files of `groups/` define it. */
export const checksOf = (
  group: CheckGroup,
  checks: readonly Omit<CheckDefinition, 'group'>[],
): readonly CheckDefinition[] => checks.map((check) => ({ ...check, group }))
