/** The world as a file: to keep, to send to somebody, to start from. */
import { call, doing, get } from '../calling.ts'

export function WorldFile() {
  return (
    <section aria-label="World file">
      <h2>As a file</h2>
      <p class="row">
        <button type="button" onClick={() => void save()}>
          Save the world
        </button>
        <label class="button">
          Load a world
          <input
            type="file"
            accept="application/json,.json"
            class="unseen"
            onChange={(event) => void load(event.currentTarget)}
          />
        </label>
      </p>
    </section>
  )
}

async function save(): Promise<void> {
  const world = await doing(() => get<unknown>('world'))
  if (world === undefined) return
  const blob = new Blob([JSON.stringify(world)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'world.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

async function load(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0]
  if (!file) return
  await doing(
    async () => call('PUT', 'world', JSON.parse(await file.text())),
    'The world is loaded.',
  )
  input.value = ''
}
