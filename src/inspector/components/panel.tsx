/** The panel beside a view that shows the details of one item. */
import type { ComponentChildren } from 'preact'
import { openerOf } from '../../report/sequence/interaction.ts'

interface Props {
  readonly title: string
  /** A small line above the title. */
  readonly subtitle?: string
  /** What stands beside the title, such as a status. */
  readonly extra?: ComponentChildren
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Panel({ title, subtitle, extra, isWide, onClose, children }: Props) {
  const close = ({ detail }: UIEvent): void => {
    const opener = openerOf('.panel')
    onClose()
    // Note: a click without a pointer is one of the keyboard, which returns to where it came from.
    if (detail === 0) opener?.focus()
  }
  return (
    <section class={isWide ? 'panel wide' : 'panel'} aria-label={title}>
      <header>
        <div>
          {subtitle && <p class="over">{subtitle}</p>}
          <h2>{title}</h2>
        </div>
        {extra}
        <span class="spacer" />
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <div class="panel-body">{children}</div>
    </section>
  )
}
