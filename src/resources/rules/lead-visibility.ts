/** The leads that a token can see: any lead, or only the leads of its owner. */
import { assumed, notFound, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type LeadRow = Rows['leads']

const limitsToOwnLeads = assumed(
  'lead.own',
  'a token with only my_leads scopes sees the leads of its owner',
  {
    reason: 'the scope name contains "my", and a lead belongs to its administrator',
    alternatives: { alternative: 'a token with my_leads scopes sees every lead' },
  },
)

/** Whether the token may see a lead; `scope` permits any lead. */
export function isVisibleLead(tx: Tx, scope: string, { administrator_id }: LeadRow): boolean {
  if (tx.hasScope(scope)) return true
  return !tx.assumes(limitsToOwnLeads) || administrator_id === tx.ownerId
}

/** Returns a lead that the token may see; otherwise throws a 404. */
export function getVisibleLead(tx: Tx, scope: string, id: number): LeadRow {
  const lead = tx.get('leads', id)
  if (isVisibleLead(tx, scope, lead)) return lead
  throw notFound(`lead ${id} belongs to another administrator`, limitsToOwnLeads)
}
