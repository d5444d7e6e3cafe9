/** The result of an exploration: the matrix as a heat map, and the failing histories. */
import type { ExplorationResult, FailureView } from '../../api/exploration-views.ts'
import { pluralize } from '../format.ts'
import { copyText } from '../clipboard.ts'

/** The class and the letter of a verdict. */
const marks: Readonly<Record<string, readonly [style: string, letter: string]>> = {
  same: ['ok', '·'],
  recovered: ['refused', 'r'],
  reported: ['refused', 'p'],
  silent: ['failed', 'S'],
  hung: ['failed', 'H'],
  failed: ['failed', 'F'],
  'not reproducible': ['fault', '?'],
  'could not tell': ['fault', '-'],
}

const markOf = (verdict: string): readonly [string, string] => marks[verdict] ?? ['fault', '?']

export function ExplorationMatrix({ matrix }: Pick<ExplorationResult, 'matrix'>) {
  const { columns, rows } = matrix
  return (
    <>
      <h2>Matrix</h2>
      <ul class="legend" aria-label="Legend">
        {Object.entries(marks).map(([verdict, [style, letter]]) => (
          <li key={verdict}>
            <span class={`verdict ${style}`}>{letter}</span> {verdict}
          </li>
        ))}
      </ul>
      <div class="scroll-box" tabIndex={0} role="region" aria-label="Matrix">
        <table class="grid exploration-matrix">
          <thead>
            <tr>
              <th scope="col">Choice point</th>
              {columns.map((name) => (
                <th scope="col" key={name}>
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ point, text, cells }) => (
              <tr key={point}>
                <th scope="row">{text}</th>
                {cells.map((verdict, i) => (
                  <Cell key={columns[i]} verdict={verdict} replay={`${columns[i]} at ${point}`} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Cell({ verdict, replay }: { readonly verdict: string | null; readonly replay: string }) {
  if (verdict === null) return <td />
  const [style, letter] = markOf(verdict)
  return (
    <td class={`verdict ${style}`}>
      <abbr title={`${verdict}: ${replay}`}>{letter}</abbr>
    </td>
  )
}

/** A failing history with its replay, its difference, its transcript and that of its reference run. */
export function FailureCard({ failure }: { readonly failure: FailureView }) {
  const { replay, test, verdict, reason, count, difference, transcript, reference } = failure
  return (
    <section class="card" aria-label={replay}>
      <h3 class="as-written">
        <span class={`verdict ${markOf(verdict)[0]}`}>{verdict}</span> <code>{replay}</code>{' '}
        <CopyButton name="replay text" text={replay} />
      </h3>
      <p class="quiet">{pluralize(count, 'history', 'histories')}</p>
      {reason && <p class="reason">{reason}</p>}
      <ul>
        {difference.map(({ path, ...values }) => (
          <li key={path}>
            <code>{path}</code>: <code>{textOf(values.actual)}</code> instead of{' '}
            <code>{textOf(values.expected)}</code>
          </li>
        ))}
      </ul>
      {test !== undefined && (
        <details>
          <summary>A test for it</summary>
          <pre tabIndex={0} aria-label="Test">
            {test}
          </pre>
          <CopyButton name="test" text={test} />
        </details>
      )}
      <details>
        <summary>Transcripts</summary>
        <div class="transcripts">
          {reference !== undefined && <Transcript title="Reference run" text={reference} />}
          <Transcript title="This history" text={transcript} />
        </div>
      </details>
    </section>
  )
}

interface CopyButtonProps {
  readonly name: string
  readonly text: string
}

function CopyButton({ name, text }: CopyButtonProps) {
  return (
    <button type="button" onClick={() => void copyText(text, name)}>
      Copy the {name}
    </button>
  )
}

function Transcript({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h4>{title}</h4>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </div>
  )
}

const textOf = (value: unknown): string =>
  value === undefined ? 'no value' : JSON.stringify(value)
