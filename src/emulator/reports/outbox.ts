/** The mails that were sent, as a test looks at them. */
import type { Rows } from '../../generated/rows.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'

/** A mail as it left: its tags are rendered. */
export interface SentMail {
  /** Its id in the table of mails. */
  readonly id: number
  /** The user to whom it was sent. */
  readonly user_id: number
  /** The address of the user when it was sent. */
  readonly to: string
  /** The address of the sender. */
  readonly from: string
  /** Its subject, with its tags rendered. */
  readonly subject: string
  /** HTML, as it was given. */
  readonly body: string
  /** When it was sent, on the emulator's clock: `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
  readonly at: string
}

export interface OutboxMethods {
  /**
   * The mails that were sent to users over the API, oldest first. Mails that the service may send of
   * its own accord are not among them: nobody knows what they say.
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
  const rows = [...store.scan('emails')] as unknown as Rows['emails'][]
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
