/** Lists the sent emails. */
import type { Row } from '../../store/table.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'

/** A sent email, with rendered tags. */
export interface SentMail {
  /** The id of its row in `emails`. */
  readonly id: number
  /** The recipient. */
  readonly user_id: number
  /** The email address of the recipient at the time of sending. */
  readonly to: string
  /** The email address of the sender. */
  readonly from: string
  /** The subject, with rendered tags. */
  readonly subject: string
  /** The HTML body, as it was sent to the API. */
  readonly body: string
  /** The time of sending on the emulator's clock: `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
  readonly at: string
}

export class OutboxMethodGroup extends MethodGroup {
  /**
   * Returns the emails that were sent to users over the API, oldest first. Emails that the service sends by itself
   * are not included, because their content is unknown.
   *
   * @example
   * expect(emulator.outbox().at(-1)).toMatchObject({ to: mia.email, subject: 'Hello Mia' })
   */
  outbox(): SentMail[] {
    return listSentMails(this.context)
  }
}

/** A row of the table of emails. */
type MailRow = Omit<SentMail, 'at'> & { readonly created_at: string }

function listSentMails({ store, settings: { mailTable } }: EmulatorContext): SentMail[] {
  if (mailTable === undefined) return []
  const rows = [...store.scan(mailTable)] as Row[] as MailRow[]
  return rows.map(({ created_at, id, user_id, to, from, subject, body }) => ({
    id,
    user_id,
    to,
    from,
    subject,
    body,
    at: created_at,
  }))
}
