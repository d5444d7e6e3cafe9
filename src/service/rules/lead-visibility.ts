/** The leads that a token can see: any lead, or only the leads of its owner. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { limitsToOwnLeads } from '../behaviours/people.ts'

type LeadRow = Rows['leads']

/** Whether the token may see a lead; `scope` permits any lead. */
export function isVisibleLead(tx: d.Tx, scope: string, { administrator_id }: LeadRow): boolean {
  if (tx.hasScope(scope)) return true
  return !tx.assumes(limitsToOwnLeads) || administrator_id === tx.ownerId
}

/** Returns a lead that the token may see; otherwise throws a 404. */
export function getVisibleLead(tx: d.Tx, scope: string, id: number): LeadRow {
  const lead = tx.get('leads', id)
  if (isVisibleLead(tx, scope, lead)) return lead
  throw d.notFound(`lead ${id} belongs to another administrator`, limitsToOwnLeads)
}
