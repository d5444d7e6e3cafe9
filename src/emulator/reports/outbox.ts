/** Lists the sent emails. */
import type { Rows } from '../../generated/rows.ts'
import type { Store } from '../../machine/store.ts'
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

export interface OutboxMethods {
  /**
   * The emails that were sent to users over the API, oldest first. Emails that the service sends by itself
   * are not included, because their content is unknown.
   *
   * @example
   * expect(emulator.outbox.at(-1)).toMatchObject({ to: mia.email, subject: 'Hello Mia' })
   */
  readonly outbox: readonly SentMail[]
}

export class OutboxMethodGroup extends MethodGroup implements OutboxMethods {
  get outbox(): SentMail[] {
    return listSentMails(this.context)
  }
}

function listSentMails({ store }: EmulatorContext): SentMail[] {
  return emailRows(store).map(({ created_at, id, user_id, to, from, subject, body }) => ({
    id,
    user_id,
    to,
    from,
    subject,
    body,
    at: created_at,
  }))
}

const emailRows = (store: Store): Rows['emails'][] =>
  [...store.scan('emails')].map((row) => row as Rows['emails'])
