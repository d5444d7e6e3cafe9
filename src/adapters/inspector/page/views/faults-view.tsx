/** The view of faults and outages: what goes wrong on purpose, and how often it has. */
import { useState } from 'preact/hooks'
import { call, doing, get } from '../calling.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../loading.ts'
import { Empty } from '../parts/empty.tsx'

export interface FaultView {
  readonly id?: string | number
  readonly hits?: number
  readonly [detail: string]: unknown
}

export function FaultsView() {
  const { value = [], reload } = useLoaded('faults', () => get<FaultView[]>('faults'), tick.value)
  return (
    <section class="main page-like" aria-label="Faults">
      <header class="tools">
        <h1>Faults</h1>
      </header>
      <Presets added={reload} />
      {value.length === 0 && <Empty title="Nothing goes wrong on purpose" />}
      <ul class="faults">
        {value.map((fault, i) => (
          <li key={i} class="card row">
            <code>{JSON.stringify(fault)}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Presets({ added }: { readonly added: () => void }) {
  const [text, setText] = useState('{"times":3,"with":{"status":503}}')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    await doing(async () => call('POST', 'faults', JSON.parse(text)), 'It is in force.')
    added()
  }
  return (
    <form class="row" onSubmit={(event) => void add(event)}>
      <input
        aria-label="Rule"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Add</button>
    </form>
  )
}
