/** Renders a table of fields. */
import { html, type Html } from './html.ts'

interface TableParts {
  /** The label of the region that scrolls. */
  readonly label: string
  readonly columns: readonly string[]
  /** The `tr` elements of the body. */
  readonly rows: readonly Html[]
}

export const tableHtml = ({ label, columns, rows }: TableParts): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table class="fields">
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
