/** What stands beside a view: one thing of it, looked at closely. */
import type { ComponentChildren } from 'preact'

interface Given {
  readonly title: string
  /** A small line above the title. */
  readonly over?: string
  readonly close: () => void
  readonly children: ComponentChildren
}

export function Panel({ title, over, close, children }: Given) {
  return (
    <section class="panel" aria-label={title}>
      <header>
        <div>
          {over && <p class="over">{over}</p>}
          <h2>{title}</h2>
        </div>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <div class="panel-body">{children}</div>
    </section>
  )
}
